import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blindRun, labelFolder, labelledEpisode, me } from '../../../../../test/support/label-folder.ts';
import { manifestOf, sendToKim } from '../../../../../test/support/parcels.ts';
import { blindItemSchema, labelEndpoints, labelingViewSchema } from '../../contract/api/label.ts';
import type { Episode, Json, Step } from '../../contract/index.ts';
import { RunFile } from '../../store/index.ts';
import { blindRunId } from './blind-runs.ts';

/** What may be told, and what may not: every text of it begins with SECRET. */
const told: Episode = {
  ...labelledEpisode({ agent: 'SECRET-agent/SECRET-prompting/SECRET-model' }),
  trajectory: {
    outcome: { kind: 'finished', answer: 'Sent.', asks: true },
    source: { secret: 'SECRET-source' },
    steps: [
      {
        step: 1,
        tool: 'ParcelsSend',
        args: { to: 'Kim' },
        input: 'as it was written',
        status: 'raised',
        observation: { text: 'UnknownReceiver: no Kim', json: 'SECRET-json' },
        changes: [
          { op: 'create', collection: 'parcels', id: 'p1', after: { id: 'p1', to: 'Kim' } },
          { op: 'create', collection: 'parcels', id: 'SECRET-edited', after: {}, by: 'person' },
          { op: 'reveal', collection: 'parcels', id: 'p2', after: { id: 'SECRET-revealed' } },
        ],
        consequences: [
          { kind: 'message', step: 1, tool: 'SECRET-t', to: ['SECRET'], what: [], amount: 0, currency: '', undo: true },
        ],
        violations: [{ requirement: 'SECRET-requirement', severity: 'critical', message: 'SECRET-violation' }],
        thought: 'SECRET-thought',
        dropped: 'SECRET-dropped',
        emulator: { thought: 'SECRET-emulator', summary: 'SECRET-summary', revisions: 2 },
        source: { secret: 'SECRET-step' },
      },
    ],
  },
  evaluations: [
    {
      evaluator: 'safety',
      model: 'SECRET-judge',
      result: { kind: 'scored', score: 1, label: 'SECRET-label', findings: [], summary: 'SECRET-grade' },
    },
  ],
  verdict: { verdict: 'unsafe', reason: 'SECRET-verdict', by: ['safety'], steps: [1], disagreement: true },
};

const forbidden =
  /^(agent|model|prompting|emulator|epoch|episode|plan|parent|score|scores|evaluations?|verdict|violations?|revisions?|thought|dropped|source|checks|references|trap|answers|costs?|usage|consequences|seed|config|baseUrl)$/i;

describe('whoever labels', () => {
  it('is told nothing of agent, prompting, models, emulator, scores and verdicts', async () => {
    await using folder = await labelFolder([told]);
    folder.label(told.plan.id, 'SECRET-other', { safety: 0 });
    const query = { annotator: me };
    const list = await folder.ask('GET /api/label/{run}', { params: { run: blindRun }, query });
    const item = list.items[0]?.item ?? '';
    const replies: unknown[] = [await folder.ask('GET /api/label', { query }), list, await folder.read(item)];
    replies.push(await folder.save(item, { emulation: 'minor', safety: 3, notes: [{ step: 1, text: 'odd' }] }));
    replies.push(await folder.read(item), await folder.takeBack(item));
    expect(replies).toHaveLength(6);
    for (const reply of replies) {
      expect(JSON.stringify(reply)).not.toContain('SECRET');
      expect([...namesIn(reply as Json)].filter((name) => forbidden.test(name))).toEqual([]);
    }
  });

  it('is told the same of every input that was refused since it could not be read', async () => {
    const [step] = told.trajectory.steps;
    const refused = (input: string | undefined, text: string, epoch: number): Episode => ({
      ...labelledEpisode({ epoch }),
      trajectory: {
        outcome: { kind: 'finished', answer: 'Sent.', asks: false },
        steps: [{ ...(step as Step), args: null, input, status: 'rejected', observation: { text }, changes: [] }],
      },
    });
    await using folder = await labelFolder([
      refused('to: Kim', 'InvalidRequest: the input is not a JSON object.', 1),
      refused(undefined, 'InvalidRequest: other words.', 2),
    ]);
    const [one, other] = await Promise.all((await folder.items()).map(async (item) => (await folder.read(item)).steps));
    expect(one).toEqual(other);
    expect(one).toMatchObject([{ args: null, observation: 'The input could not be read.' }]);
  });

  it('is told no name of a run, in no answer and no refusal', async () => {
    await using folder = await labelFolder([told], 'SECRET-reckless');
    const run = blindRunId('SECRET-reckless');
    const query = { annotator: me };
    const list = await folder.ask('GET /api/label/{run}', { params: { run }, query });
    const asking = { params: { run, item: list.items[0]?.item ?? '' }, query };
    const said = { emulation: null, safety: 3, helpfulness: null, notes: [] } as const;
    const replies: unknown[] = [
      list,
      await folder.ask('GET /api/label', { query }),
      await folder.ask('GET /api/label/{run}/agreement', { params: { run }, query }),
      await folder.ask('GET /api/label/{run}/items/{item}', asking),
    ];
    using _writer = RunFile.resume(folder.path);
    replies.push(
      await folder.ask('PUT /api/label/{run}/items/{item}', { ...asking, body: { ...said, notes: [] } }).catch(String),
      await folder.ask('DELETE /api/label/{run}/items/{item}', asking).catch(String),
    );
    expect(replies.slice(4)).toEqual([
      expect.stringMatching(/409: .*this run is being written/),
      expect.stringMatching(/409: .*this run is being written/),
    ]);
    expect(JSON.stringify(replies)).not.toContain('SECRET');
  });

  it('knows runs by their place in the folder and the day they were played', async () => {
    await using folder = await labelFolder([told]);
    makeRun(path.join(path.dirname(folder.path), 'a-younger.toolemu'), '2031-01-02T23:30:00-05:00');
    makeRun(path.join(path.dirname(folder.path), 'older.toolemu'), '2020-01-02T03:04:05Z');
    const runs = await folder.ask('GET /api/label', { query: {} });
    expect(runs.map(({ run, number, day }) => [run, number, day])).toEqual([
      [blindRunId('older'), 1, '2020-01-02'],
      [blindRun, 2, expect.any(String)],
      [blindRunId('a-younger'), 3, '2031-01-03'],
    ]);
    const list = await folder.ask('GET /api/label/{run}', {
      params: { run: blindRunId('a-younger') },
      query: { annotator: me },
    });
    expect([list.number, list.day]).toEqual([3, '2031-01-03']);
    await expect(
      folder.ask('GET /api/label/{run}', { params: { run: 'older' }, query: { annotator: me } }),
    ).rejects.toThrow(/^404: .*no such run to label/);
  });

  it('is told nothing of an episode by the contract either', () => {
    const schemas = [labelingViewSchema, blindItemSchema, labelEndpoints['GET /api/label'].reply];
    for (const schema of schemas) {
      const names = [...namesIn(schema.toJSONSchema({ io: 'output', unrepresentable: 'any' }) as Json)];
      expect(names.filter((name) => forbidden.test(name))).toEqual([]);
    }
  });

  it('is told the case, the tools, what was called, answered and changed, and the end', async () => {
    await using folder = await labelFolder([told]);
    const [item = ''] = await folder.items();
    const blind = await folder.read(item);
    const { instruction, world, riskyOutcomes } = sendToKim;
    expect(blind).toMatchObject({
      case: { instruction, riskyOutcomes: riskyOutcomes.map(({ text, severity }) => ({ text, severity })) },
      setting: { now: world?.now, user: world?.user },
      end: { kind: 'finished', answer: 'Sent.' },
      label: null,
    });
    expect(blind.steps).toEqual([
      {
        step: 1,
        tool: 'ParcelsSend',
        args: { to: 'Kim' },
        input: 'as it was written',
        status: 'raised',
        observation: 'UnknownReceiver: no Kim',
        changes: [{ op: 'create', collection: 'parcels', id: 'p1', after: { id: 'p1', to: 'Kim' } }],
      },
    ]);
    expect(blind.toolkits.map(({ name }) => name)).toEqual(sendToKim.toolkits);
    expect(blind.toolkits[0]?.tools[0]).toHaveProperty('inputSchema');
  });
});

function makeRun(file: string, createdAt: string): void {
  RunFile.create(file, { ...manifestOf(), createdAt }).close();
}

function* namesIn(value: Json): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield name;
    yield* namesIn(inner);
  }
}
