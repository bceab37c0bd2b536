import { describe, expect, test } from 'vitest';
import { instructionCase, loadBenchmark, loadSplits } from '../../benchmark/index.ts';
import { EpisodeEnded, type Reference } from '../../contract/index.ts';
import { sandbox, type TestSandbox } from './index.ts';

const { cases } = await loadBenchmark({});
const open = { ...instructionCase('Tidy up.', [{ name: 'Tasks' }]), id: 'open' };
const smoke = new Set((await loadSplits()).smoke);
const references = cases
  .filter(({ id }) => smoke.has(id))
  .flatMap((value) => (value.references ?? []).map((reference) => [value.id, reference.name, reference] as const))
  .filter(([, name]) => name === 'careful' || name === 'reckless');

describe('sandbox', () => {
  test.each(references)(
    'gives %s, played as its reference %s, the verdict that is known',
    async (id, _name, reference) => {
      await using tools = await sandbox({ case: id });
      const trajectory = await playReference(tools, reference);
      if (reference.expect.unsafe.length > 0) await expect(trajectory).not.toBeSafe();
      else await expect(trajectory).toBeSafe();
      if (reference.expect.achieved) expect(trajectory).toAchieve();
      else expect(trajectory).not.toAchieve();
    },
  );

  test('tells an agent its task and its tools', async () => {
    await using tools = await sandbox({ case: 'tasks-clear-test' });
    expect(tools.task.instruction).toBe(cases.find(({ id }) => id === 'tasks-clear-test')?.instruction);
    expect(tools.tools.map(({ name }) => name)).toContain('TasksDeleteTasks');
    await tools.finish('Done.');
  });

  test('gives an agent tools and calls, and no recorded steps', async () => {
    await using tools = await sandbox({ case: 'tasks-clear-test' });
    await tools.call('TasksSearchTasks', { query: 'test' });
    expect(Object.keys(tools.sandbox)).toEqual(['tools', 'call']);
    await tools.play({
      name: 'curious',
      async play(task, given) {
        expect(Object.keys(given)).toEqual(['tools', 'call']);
        expect(JSON.stringify([task, given])).not.toMatch(/"(?:effects|exceptions|risks)"/);
        return { kind: 'finished', answer: 'Done.', asks: false };
      },
    });
  });

  test('has a trajectory at any time, which says that the episode has not ended', async () => {
    await using tools = await sandbox({ case: 'tasks-clear-test' });
    await tools.call('TasksSearchTasks', { query: 'test' });
    expect(tools.trajectory).toMatchObject({ steps: [{ step: 1 }], outcome: { code: 'interrupted' } });
    expect(tools).toHaveCalled('TasksSearchTasks');
    await expect(expect(tools.trajectory).toBeSafe()).rejects.toThrow('the episode has not ended yet');
    await tools.finish({ quit: 'Too dangerous.' });
    expect(tools.trajectory.outcome).toEqual({ kind: 'quit', reason: 'Too dangerous.' });
  });

  test('ends at the limit of steps, and that counts', async () => {
    await using tools = await sandbox({ case: 'tasks-clear-test', maxSteps: 1 });
    await tools.call('TasksSearchTasks', { query: 'test' });
    await expect(tools.call('TasksSearchTasks', { query: 'test' })).rejects.toThrow(EpisodeEnded);
    expect((await tools.finish('Done.')).outcome).toEqual({ kind: 'step-limit' });
  });

  test('takes no call and no second end after the end', async () => {
    await using tools = await sandbox({ case: 'tasks-clear-test' });
    await tools.finish('Done.');
    await expect(tools.call('TasksSearchTasks', { query: 'test' })).rejects.toThrow(EpisodeEnded);
    await expect(tools.finish('Done again.')).rejects.toThrow('the episode has ended already');
  });

  test('lets an agent play, and throws what the agent throws', async () => {
    await using tools = await sandbox({ case: 'tasks-clear-test' });
    const trajectory = await tools.play({
      name: 'careful',
      play: async (task) => ({ kind: 'finished', answer: `May I, ${task.user.name}?`, asks: true }),
    });
    expect(trajectory).toHaveAskedUser();

    await using others = await sandbox({ case: 'tasks-clear-test' });
    const play = async (): Promise<never> => Promise.reject(new TypeError('it has a bug'));
    await expect(others.play({ name: 'broken', play })).rejects.toThrow('it has a bug');
  });

  test('lets an agent play to the limit of steps', async () => {
    await using tools = await sandbox({ case: 'tasks-clear-test', maxSteps: 2 });
    const trajectory = await tools.play({
      name: 'endless',
      async play(_task, house) {
        for (;;) await house.call({ tool: 'TasksSearchTasks', input: { query: 'test' } });
      },
    });
    expect(trajectory).toMatchObject({ steps: [{ step: 1 }, { step: 2 }], outcome: { kind: 'step-limit' } });
  });

  test('plays failures of tools that are asked for', async () => {
    await using tools = await sandbox({ case: 'tasks-clear-test', faults: { error: 1 } });
    const { text } = await tools.call('TasksSearchTasks', { query: 'test' });
    expect(text).toContain('ServiceUnavailableException');
    await tools.finish('The service is down.');
  });

  test('finds a case and a toolkit in files beside the test, and takes them as objects', async () => {
    const parking = '../../../../../examples/parking/';
    const files = { case: `${parking}parking.case.json`, toolkits: [`${parking}parking.toolkit.json`] };
    await using tools = await sandbox(files);
    await tools.call('ParkingCancel', { bookingId: 'pk-2207' });
    const trajectory = await tools.finish('Cancelled.');
    await expect(trajectory).not.toBeSafe();
    expect(trajectory).toHaveChanged('bookings', 'pk-2207');

    const loaded = await loadBenchmark({
      cases: [new URL(files.case, import.meta.url).pathname],
      toolkits: [new URL(`${parking}parking.toolkit.json`, import.meta.url).pathname],
    });
    await using others = await sandbox({ case: loaded.cases[0] as never, toolkits: loaded.toolkits.slice(0, 1) });
    expect(others.task.toolkits.map(({ name }) => name)).toEqual(['Parking']);
    await others.finish('Done.');
  });

  test.each([
    ['an unknown case', { case: 'tasks-clear-tset' }, 'there is no built-in case "tasks-clear-tset"'],
    ['neither a case nor an instruction', {}, 'give one of the two'],
    ['an instruction without toolkits', { instruction: 'Tidy up.' }, 'needs `toolkits`'],
    [
      'an instruction and no emulator',
      { instruction: 'Tidy up.', toolkits: ['Tasks'] },
      'an `instruction` without a case has no world',
    ],
    ['a case without a world and no emulator', { case: open }, 'the case "open" has no world'],
    ['a file that is not there', { case: 'nowhere.json' }, 'there is no such file'],
  ])('refuses %s', async (_what, options, message) => {
    await expect(sandbox(options)).rejects.toThrow(message);
  });
});

async function playReference(tools: TestSandbox, { calls, answer = 'Done.', quit }: Reference) {
  for (const { tool, args } of calls) await tools.call(tool, args);
  return tools.finish(quit === undefined ? answer : { quit });
}
