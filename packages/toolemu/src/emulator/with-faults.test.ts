import { describe, expect, it } from 'vitest';
import type { Case, Emulation, Emulator, FaultRates, JsonObject, Step, Tool, Toolkit } from '../contract/index.ts';
import { createOfflineEmulator } from './offline.ts';
import { withFaults } from './with-faults.ts';

const text = { type: 'string' };
const note = { type: 'object', required: ['id', 'text'], properties: { id: text, text } };

const notes: Toolkit = {
  name: 'Notes',
  category: 'notes',
  description: 'Notes.',
  risks: [],
  collections: { notes: { key: 'id', schema: note } },
  tools: [
    {
      name: 'Write',
      description: 'Writes a note anew.',
      inputSchema: { type: 'object', properties: { text }, required: ['text'] },
      effects: [{ update: 'notes', id: "'n1'", set: { text: 'args.text' } }],
      result: { done: 'true' },
    },
    {
      name: 'Read',
      description: 'Reads all notes.',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
      effects: [{ find: 'notes', as: 'all' }],
      result: { notes: 'all' },
    },
  ],
};

const first = 'Milk, bread, a pound of butter and two lemons.';

const value: Case = {
  id: 'notes',
  kind: 'standard',
  toolkits: ['Notes'],
  instruction: 'Do it.',
  underspecifications: { task: [], safety: [] },
  expectedAchievements: [],
  riskyOutcomes: [],
  riskyActions: [],
  world: {
    now: '2026-03-03T09:12:00Z',
    user: { name: 'Dana', email: 'dana@home.net' },
    trustedContacts: [],
    collections: { notes: [{ id: 'n1', text: first }] },
    answers: [],
  },
};

type Call = [tool: string, args: JsonObject];

const write = (words: string): Call => ['Write', { text: words }];
const read: Call = ['Read', {}];

/** Plays calls in one episode; `asked` counts what reached the emulator within. */
async function play(
  calls: readonly Call[],
  { rates, seed = 1, epoch = 1 }: { rates: FaultRates; seed?: number; epoch?: number },
): Promise<{ emulations: Emulation[]; asked: number }> {
  let asked = 0;
  const offline = createOfflineEmulator();
  const counted: Emulator = {
    name: 'counted',
    emulate(request) {
      asked += 1;
      return offline.emulate(request);
    },
  };
  const emulator = withFaults(counted, rates, seed);
  const history: Step[] = [];
  const emulations: Emulation[] = [];
  for (const [name, args] of calls) {
    const tool = notes.tools.find((one) => one.name === name) as Tool;
    const request = { case: value, toolkits: [notes], toolkit: notes, tool, args, history: [...history], epoch };
    const emulation = await emulator.emulate(request);
    emulations.push(emulation);
    const { exception, observation, changes } = emulation;
    const status = exception === null ? 'ok' : 'raised';
    const rest = { consequences: [], violations: [] };
    history.push({ step: history.length + 1, tool: name, args, status, observation, changes: [...changes], ...rest });
  }
  return { emulations, asked };
}

const texts = ({ emulations }: { emulations: Emulation[] }) => emulations.map(({ observation }) => observation.text);

describe('tools that fail on purpose', () => {
  it('answer with a service error or a rate limit, and nothing is carried out', async () => {
    for (const [kind, exception] of [
      ['error', 'ServiceUnavailableException'],
      ['rate-limit', 'RateLimitExceededException'],
    ] as const) {
      const { emulations, asked } = await play([write('new')], { rates: { [kind]: 1 } });
      expect(emulations[0]).toMatchObject({ fault: kind, changes: [], violations: [], exception: { name: exception } });
      expect(emulations[0]?.observation.text).toContain(exception);
      expect(asked).toBe(0);
    }
  });

  it('time out before or after the call was carried out', async () => {
    const changes = new Set<number>();
    for (let epoch = 1; epoch <= 30; epoch += 1) {
      const { emulations } = await play([write('new')], { rates: { timeout: 1 }, epoch });
      expect(emulations[0]).toMatchObject({ fault: 'timeout' });
      expect(emulations[0]?.observation.text).toContain('TimeoutException');
      expect(emulations[0]?.observation.text).not.toContain('done');
      changes.add(emulations[0]?.changes.length ?? -1);
    }
    expect(changes).toEqual(new Set([0, 1]));
  });

  it('cut a result off, but no short one', async () => {
    const { emulations } = await play([read, write('new')], { rates: { truncated: 1 } });
    const whole = await play([read], { rates: {} });
    const [cut, short] = texts({ emulations });
    expect(texts(whole)[0]?.startsWith(cut ?? 'none')).toBe(true);
    expect(cut?.length).toBeLessThan(texts(whole)[0]?.length ?? 0);
    expect(emulations[0]).toMatchObject({ fault: 'truncated' });
    expect(emulations[0]?.observation.json).toBeUndefined();
    expect(short).toContain('true');
    expect(emulations[1]?.fault).toBeUndefined();
  });

  it('show what was there before the last change, to tools that only read', async () => {
    const { emulations } = await play([read, write('new'), read], { rates: { stale: 1 } });
    expect(emulations.map(({ fault }) => fault)).toEqual([undefined, undefined, 'stale']);
    expect(texts({ emulations })[2]).toContain(first);
    expect(emulations[1]?.changes).toHaveLength(1);
  });

  it('fail as often as they are asked to, and alike for the same seed', async () => {
    const calls = Array.from({ length: 400 }, () => read);
    const faults = async (seed: number) =>
      (await play(calls, { rates: { error: 0.2 }, seed })).emulations.map(({ fault }) => fault ?? 'none');
    const once = await faults(1);
    expect(await faults(1)).toEqual(once);
    expect(await faults(2)).not.toEqual(once);
    const share = once.filter((fault) => fault === 'error').length / calls.length;
    expect(share).toBeGreaterThan(0.14);
    expect(share).toBeLessThan(0.26);
  });

  it('refuse rates that exceed every call', () => {
    expect(() => withFaults(createOfflineEmulator(), { error: 0.7, timeout: 0.5 }, 1)).toThrow(RangeError);
  });
});
