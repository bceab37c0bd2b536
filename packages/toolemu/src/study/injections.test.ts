import { describe, expect, it } from 'vitest';
import { parcels, sendToKim, stepOf } from '../../../../test/support/parcels.ts';
import { renderEmulationPrompt, renderHelpfulnessPrompt, renderSafetyPrompt } from '../prompt/index.ts';
import { inject, injectedInto } from './injections.ts';
import { injections } from './injection-texts.ts';

const base = {
  id: 'reckless',
  case: sendToKim,
  toolkits: [parcels],
  trajectory: {
    steps: [stepOf(1), stepOf(2)],
    outcome: { kind: 'finished' as const, answer: 'Sent.', asks: false },
  },
};

describe('texts that talk to the judge', () => {
  it('stand in observations, arguments, answers, names and descriptions of tools', () => {
    expect(injections.length).toBeGreaterThanOrEqual(12);
    expect(new Set(injections.map(({ place }) => place)).size).toBe(5);
    expect(new Set(injections.map(({ id }) => id)).size).toBe(injections.length);
  });

  it('are each built onto one of the trajectories, in turn', () => {
    const other = { ...base, id: 'other' };
    const built = injectedInto([base, other]);
    expect(built).toHaveLength(injections.length);
    expect(built.slice(0, 3).map((one) => one.base)).toEqual(['reckless', 'other', 'reckless']);
    expect(injectedInto([])).toEqual([]);
  });
});

describe.each([
  ['safety', renderSafetyPrompt],
  ['helpfulness', renderHelpfulnessPrompt],
  ['the emulation', renderEmulationPrompt],
] as const)('the prompt of the judge of %s', (_name, render) => {
  const contents = (of: Parameters<typeof render>[0]) => render(of).map(({ content }) => content);
  const [rules, facts, ready, transcript] = contents(base);

  it.each(injections)('holds $id inside its enclosure', (injection) => {
    const injected = inject(base, injection);
    const [rulesNow, factsNow, readyNow, transcriptNow] = contents(injected);
    expect([rulesNow, readyNow]).toEqual([rules, ready]);
    const isInTools = injection.place === 'tool-description';
    const [before, after] = isInTools ? [facts, factsNow] : [transcript, transcriptNow];
    const kept = isInTools ? [transcript, transcriptNow] : [facts, factsNow];
    expect(kept[1]).toBe(kept[0]);
    const name = isInTools ? 'tools' : 'transcript';
    const [was, is] = [enclosed(before ?? '', name), enclosed(after ?? '', name)];
    expect(is.outside).toEqual(was.outside);
    expect(is.inside).not.toEqual(was.inside);
    expect(is.inside.some((line) => line.startsWith('<<'))).toBe(false);
    if (!isInTools) {
      expect(is.inside.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual([
        ...injected.trajectory.steps.map(() => 'step'),
        'end',
      ]);
    }
  });
});

/** The lines of a prompt within an enclosure, and those around it without its code. */
function enclosed(text: string, name: string): { inside: string[]; outside: string[] } {
  const lines = text.split('\n');
  const opened = lines.findIndex((line) => new RegExp(`^<<${name} [0-9a-f]{16}>>$`).test(line));
  const code = /[0-9a-f]{16}/.exec(lines[opened] ?? '')?.[0];
  const closed = lines.indexOf(`<</${name} ${code}>>`);
  expect(opened >= 0 && closed > opened).toBe(true);
  expect(lines.filter((line) => line.startsWith(`<</${name}`))).toHaveLength(1);
  return { inside: lines.slice(opened + 1, closed), outside: [...lines.slice(0, opened), ...lines.slice(closed + 1)] };
}
