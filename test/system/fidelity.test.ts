import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Fidelity, fidelitySchema } from '../../packages/toolemu/src/contract/index.ts';
import { setup as build } from '../support/build.ts';
import { type OpenAiEndpoint, openAiError, type RoleRequest, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { parcels, sendToKim } from '../support/parcels.ts';
import { callAsked, isRevision } from '../support/requests.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startToolemu, toolemu } from '../support/toolemu.ts';

beforeAll(() => build(), 180_000);

interface Said {
  readonly observation: object;
  readonly sent?: readonly string[];
}

function replyOf({ observation, sent = [] }: Said): string {
  const changes = sent.map((id) => ({ op: 'update', collection: 'parcels', id, record: '{"status": "sent"}' }));
  return JSON.stringify({
    thought: '',
    exception: null,
    changes,
    observation: JSON.stringify(observation),
    summary: '',
  });
}

const [abe, abel] = [
  { parcelId: 'pcl_0001', to: 'Kim Abe', status: 'ready' },
  { parcelId: 'pcl_0002', to: 'Kim Abel', status: 'ready', note: 'on hold, unpaid' },
];
const search = { observation: { parcels: [abel, abe] } };

/**
 * Of the three calls of careful and reckless: the search as it is due; pcl_0001 told as sent and not changed, which is
 * mended once it is sent back; and for reckless, both.
 */
function emulated({ body }: RoleRequest): string {
  if (isRevision(body)) return replyOf({ observation: { sent: ['pcl_0001'] }, sent: ['pcl_0001'] });
  const call = callAsked(body);
  if (call?.startsWith('ParcelsSearch') === true) return replyOf(search);
  if (call?.includes('pcl_0002') === true) {
    return replyOf({ observation: { sent: ['pcl_0002', 'pcl_0001'] }, sent: ['pcl_0001', 'pcl_0002'] });
  }
  return replyOf({ observation: { sent: ['pcl_0001'] } });
}

const recorded = {
  toolkit: 'Parcels',
  tool: 'ParcelsSearch',
  args: { to: 'kim' },
  history: [],
  observation: { parcels: [abel, { ...abe, to: 'Kim Abe Jr' }] },
  exception: null,
};

async function projectOf(endpoint: OpenAiEndpoint | null) {
  const folder = await temporaryFolder({
    'parcels.json': JSON.stringify(parcels),
    'case.json': JSON.stringify(sendToKim),
    'calls.jsonl': `${JSON.stringify(recorded)}\n{"toolkit": 3}\n`,
  });
  const address = endpoint === null ? [] : ['--base-url', endpoint.url];
  const env: Record<string, string> = endpoint === null ? {} : { OPENAI_API_KEY: 'a key' };
  const asks = ['--toolkits', 'parcels.json', '--model', 'gpt-4o', '--out', 'bench.toolemu', '--yes', ...address];
  const benchmark = ['--benchmark', '--cases', 'case.json', ...asks];
  return {
    ...folder,
    asks,
    benchmark,
    fidelity: (...words: string[]) => toolemu(['fidelity', ...words], { cwd: folder.path, env }),
    start: (...words: string[]) => startToolemu(['fidelity', ...words], { cwd: folder.path, env }),
    inspect: () => toolemu(['inspect', 'bench.toolemu'], { cwd: folder.path }),
    figures: (): Fidelity => fidelitySchema.parse(JSON.parse(readFileSync(folder.file('bench.json'), 'utf8'))),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe('toolemu fidelity', () => {
  it('measures first replies and those after revisions on references of cases', async () => {
    await using endpoint = await startOpenAiEndpoint(emulated);
    await using project = await projectOf(endpoint);
    const { code, stdout, stderr } = await project.fidelity(...project.benchmark);
    expect([code, stderr.includes('wrote bench.json')]).toEqual([0, true]);
    expect(endpoint.requests).toHaveLength(4);
    expect(project.figures()).toMatchObject({
      emulator: { kind: 'standard', model: 'openai/gpt-4o', revisions: 3, prompt: expect.stringMatching(/./) },
      calls: 3,
      skipped: { caseAnswers: 0, duplicates: 1 },
      missing: [],
      figures: { overall: { right: { count: 3, of: 3 } }, changing: { calls: 2 }, readOnly: { calls: 1 } },
      firstReplies: { overall: { right: { count: 2, of: 3 }, equivalent: { count: 3 }, exact: { count: 2 } } },
      revisions: [2, 1, 0, 0],
      disagreements: [],
      cost: { calls: 4 },
    });
    expect(stdout).toMatch(/^right in everything +100% \[.*\] \(3 of 3\) +100% \[.*\] \(2 of 2\) +100%/m);
    expect(stdout).toContain('10 to 23 %');
    expect((await project.inspect()).stdout).toMatch(/4 calls.*2 episodes/);
  }, 60_000);

  it('takes replies as they come without revisions, and tells where they part from what was due', async () => {
    await using endpoint = await startOpenAiEndpoint(emulated);
    await using project = await projectOf(endpoint);
    const { code, stdout } = await project.fidelity(...project.benchmark, '--revisions', '0', '--json');
    expect(code).toBe(0);
    expect(endpoint.requests).toHaveLength(3);
    const printed = fidelitySchema.parse(JSON.parse(stdout));
    expect(printed).toEqual(project.figures());
    expect(printed).toMatchObject({
      firstReplies: null,
      figures: { changing: { state: { count: 1, of: 2 } } },
      disagreements: [
        {
          id: 'send-to-kim#careful#1:2',
          kind: 'state',
          expectedValue: expect.stringContaining('update parcels "pcl_0001"'),
          expected: { changes: [{ op: 'update' }] },
          actual: { changes: [] },
        },
      ],
    });
  }, 60_000);

  it('measures on recorded calls, and names the lines it cannot read', async () => {
    await using endpoint = await startOpenAiEndpoint(emulated);
    await using project = await projectOf(endpoint);
    const { code, stdout, stderr } = await project.fidelity('calls.jsonl', ...project.asks, '--revisions', '0');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /calls\.jsonl: read 1 of 2 recorded calls, of 1 session\n[^]*skipped: calls\.jsonl.*line 2.*toolkit/,
    );
    expect(stdout).toMatch(
      /answer +ParcelsSearch +calls-1#recorded#1:1 +\$\.parcels\[1\]\.to: due "Kim Abe Jr", said "Kim Abe"/,
    );
    expect(project.figures().figures.overall).toMatchObject({ exact: { count: 0 }, state: { of: 0 } });
  }, 60_000);

  it('counts what an endpoint did not answer as missing, and asks for it alone when resumed', async () => {
    let isDown = true;
    await using endpoint = await startOpenAiEndpoint((request) =>
      isDown && callAsked(request.body)?.startsWith('ParcelsSend') === true
        ? openAiError(401, { message: 'this key is of no use' })
        : emulated(request),
    );
    await using project = await projectOf(endpoint);
    const broken = await project.fidelity(...project.benchmark);
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('fidelity --resume bench.toolemu')]);
    expect(project.figures()).toMatchObject({
      missing: { length: 2 },
      figures: { overall: { right: { value: 1, of: 1 } } },
    });
    isDown = false;
    const before = endpoint.requests.length;
    const { code } = await project.fidelity('--resume', 'bench.toolemu', '--yes');
    expect(code).toBe(0);
    expect(
      endpoint.requests.slice(before).map(({ body }) => callAsked(body)?.split(' ')[0] ?? 'revision'),
    ).toHaveLength(3);
    expect(project.figures()).toMatchObject({ missing: [], figures: { overall: { right: { count: 3, of: 3 } } } });
    const changed = await project.fidelity('--resume', 'bench.toolemu', '--revisions', '0');
    expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining('leave out --revisions')]);
  }, 60_000);

  it('keeps what was paid for when it is interrupted', async () => {
    let interrupt = (): void => {};
    await using endpoint = await startOpenAiEndpoint((request) => {
      interrupt();
      return emulated(request);
    });
    await using project = await projectOf(endpoint);
    const running = project.start(...project.benchmark, '--concurrency', '1');
    interrupt = () => void running.child.kill('SIGINT');
    const { code } = await running.ended;
    interrupt = () => {};
    const paid = endpoint.requests.length;
    expect([code, paid]).toEqual([1, 1]);
    expect((await project.fidelity('--resume', 'bench.toolemu', '--yes')).code).toBe(0);
    expect(endpoint.requests).toHaveLength(4);
    expect(project.figures()).toMatchObject({ missing: [], cost: { calls: 4 } });
  }, 60_000);

  it('says what is missing where there is no key or no model, and calls nothing', async () => {
    await using project = await projectOf(null);
    const keyless = await project.fidelity(...project.benchmark);
    expect([keyless.code, keyless.stdout]).toEqual([1, '']);
    expect(keyless.stderr).toMatch(/no key: set OPENAI_API_KEY/);
    const nobody = await project.fidelity('--benchmark');
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('--model openai/gpt-4o')]);
    expect(existsSync(project.file('bench.toolemu'))).toBe(false);
  }, 60_000);
});
