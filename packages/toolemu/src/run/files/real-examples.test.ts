import { describe, expect, it } from 'vitest';
import { manifestOf, parcels, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import type { Step } from '../../contract/index.ts';
import type { StoredEpisode } from '../../store/index.ts';
import { realExamplesOf } from './real-examples.ts';

function runOf(...steps: readonly Step[]) {
  const plan = { id: 'send-to-kim#careful#1', caseId: sendToKim.id, agent: 'careful', epoch: 1 };
  const episode: Pick<StoredEpisode, 'plan' | 'steps'> = { plan, steps: [...steps] };
  return { manifest: { ...manifestOf(), format: 1 }, stored: () => [episode as StoredEpisode] };
}

function real(step: number, text?: string): Step {
  return { ...stepOf(step, text), real: true };
}

describe('realExamplesOf', () => {
  it('takes answers of real tools alone, each call once, three of a tool', async () => {
    const examples = await realExamplesOf(
      [runOf(stepOf(1), real(2), real(2, 'again'), real(3), real(4), real(5))],
      [parcels],
    );
    expect(examples.map(({ answer }) => answer)).toEqual(['found 2', 'found 3', 'found 4']);
    expect(examples[0]).toMatchObject({ toolkit: 'Parcels', tool: 'ParcelsSearch', args: { to: 'Kim 2' } });
  });

  it('has one that was refused among them', async () => {
    const raised: Step = { ...real(9, 'refused'), status: 'raised' };
    const examples = await realExamplesOf([runOf(real(1), real(2), real(3), raised)], [parcels]);
    expect(examples.map(({ answer }) => answer)).toEqual(['found 1', 'refused', 'found 2']);
  });

  it('leaves out a tool that took another input then, or is not there now', async () => {
    const other = { ...parcels, tools: parcels.tools.map((tool) => ({ ...tool, inputSchema: { type: 'object' } })) };
    expect(await realExamplesOf([runOf(real(1))], [other])).toEqual([]);
    expect(await realExamplesOf([runOf(real(1))], [])).toEqual([]);
  });

  it('is bounded', async () => {
    const long = [1, 2, 3].map((step) => real(step, `word `.repeat(50_000)));
    const examples = await realExamplesOf([runOf(...long)], [parcels]);
    expect(examples.every(({ answer }) => answer.length < 2100 && answer.endsWith('[the rest is not shown]'))).toBe(
      true,
    );
    expect(examples).toHaveLength(3);
  });
});
