import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { instructionCase } from '../../benchmark/index.ts';
import { planRun } from './plan-run.ts';
import { ConfigError, type RunRequest } from './prepare-run.ts';

const parcels = path.join(import.meta.dirname, '../../../../../test/fixtures/parcels');
const toolkits = [path.join(parcels, 'parcels.toolkit.json')];
const open = { ...instructionCase('Send it to Kim.', [{ name: 'Parcels' }]), id: 'open' };
const external = { name: 'mine', kind: 'client', promptStyle: null, model: null };
const request: RunRequest = {
  agents: [external],
  emulator: 'standard',
  evaluators: null,
  epochs: 1,
  maxSteps: 15,
  seed: 0,
};

/** What the error says of a plan that cannot be. */
async function refusal(changes: Partial<RunRequest>, load: Parameters<typeof planRun>[0]['load']): Promise<string> {
  const error: unknown = await planRun({ request: { ...request, ...changes }, load, selection: { seed: 0 } }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as Error).message;
}

describe('planRun', () => {
  it('gives the configuration with the cases and toolkits', async () => {
    const load = { cases: [parcels] };
    const plan = await planRun({
      request: { ...request, emulator: 'offline', evaluators: ['checks'] },
      load,
      selection: { seed: 0, select: ['send-to-kim'] },
    });
    expect(plan.config.emulator).toEqual({ kind: 'offline', model: null });
    expect(plan.cases.map(({ id }) => id)).toEqual(['send-to-kim']);
  });

  it('advises what can be done without a model where the cases have a world and checks', async () => {
    const load = { cases: [parcels] };
    expect(await refusal({}, load)).toMatch(/^the emulator is a language model: .*, or use `emulator: 'offline'`$/);
    expect(await refusal({ emulator: 'offline' }, load)).toMatch(
      /^the evaluator .*, or use `evaluators: \['checks'\]`$/,
    );
  });

  it.each(['a case without a world', 'an instruction'])('advises nothing that cannot be with %s', async (what) => {
    await using folder = await temporaryFolder({ 'open.case.json': JSON.stringify(open) });
    const load =
      what === 'an instruction'
        ? { toolkits, instruction: 'Send it to Kim.' }
        : { toolkits, cases: [folder.file('open.case.json')] };
    expect(await refusal({}, load)).toMatch(/by `model` or `models\.emulator`$/);
    expect(await refusal({ emulator: 'offline' }, load)).toMatch(/offline emulator plays cases with a world only/);
    const named = { emulatorRole: { model: 'openai/gpt-4o' } };
    expect(await refusal(named, load)).toMatch(/^the evaluator .* use `evaluators: \[\]`, to record what happens/);
    const planned = { ...request, ...named, evaluators: ['none'] };
    expect((await planRun({ request: planned, load, selection: { seed: 0 } })).cases).toHaveLength(1);
  });

  it('makes a case of an instruction and the toolkits that are given', async () => {
    const shared = { model: 'openai/gpt-4o' };
    const load = { toolkits, instruction: 'Send it to Kim.' };
    const plan = await planRun({ request: { ...request, shared }, load, selection: { seed: 0 } });
    expect(plan.cases).toEqual([{ ...open, id: 'instruction' }]);
    expect(plan.toolkits.map(({ name }) => name)).toEqual(['Parcels']);
  });

  it.each([
    [['checks'], 1],
    [['safety', 'checks'], 0],
    [['none'], 0],
  ])('says where the only judges are checks that no case has: %s', async (evaluators, count) => {
    const load = { toolkits, instruction: 'Send it to Kim.' };
    const judged = { ...request, shared: { model: 'openai/gpt-4o' }, evaluators };
    const { notes } = await planRun({ request: judged, load, selection: { seed: 0 } });
    expect(notes.filter((note) => note.startsWith('no case here has checks'))).toHaveLength(count);
  });

  it.each([
    ['cases', { toolkits, cases: [parcels], instruction: 'Do it.' }, 'leave the other cases out'],
    ['no toolkits', { instruction: 'Do it.' }, 'for the toolkits that `toolkits` names'],
    ['no words', { toolkits, instruction: ' ' }, 'is a text'],
    [
      'no toolkit in its files',
      { toolkits: [`${parcels}/send-to-kim.case.json`], instruction: 'Do it.' },
      'no toolkit',
    ],
  ])('refuses an instruction beside %s', async (_what, load, message) => {
    expect(await refusal({ shared: { model: 'openai/gpt-4o' } }, load)).toContain(message);
  });
});
