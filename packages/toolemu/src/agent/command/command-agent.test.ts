import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import {
  type AgentSpec,
  EpisodeEnded,
  type Gateway,
  type ExternalAgent,
  type Outcome,
  type Sandbox,
  type Task,
} from '../../contract/index.ts';
import { commandAgent } from './command-agent.ts';

const { world } = sendToKim;
const task: Task = {
  caseId: 'send-to-kim',
  instruction: 'Send {url} "Kim" $HOME; `her` parcel.\nThanks?',
  user: world?.user ?? { name: '', email: '' },
  now: world?.now ?? '',
  toolkits: [parcels],
  epoch: 1,
};

const sandbox: Sandbox = { tools: [], call: async () => ({ text: 'done' }) };

/** A gateway whose sandboxes quit when the test says so, and that tells which are open. */
function fakeGateway(
  quit: Promise<string> = new Promise(() => {}),
  unheardReason: string | null = null,
): Gateway & { opened: Sandbox[]; closed: number } {
  const gateway = {
    opened: [] as Sandbox[],
    closed: 0,
    async open(_task: Task, opened: Sandbox) {
      gateway.opened.push(opened);
      return {
        url: 'http://127.0.0.1:9/mcp/one',
        quit,
        isVisited: true,
        unheardReason,
        async close() {
          gateway.closed += 1;
        },
      };
    },
  };
  return gateway;
}

type Command = Extract<ExternalAgent, { kind: 'command' }>;

/** An agent of a few lines of JavaScript. */
function specOf(script: string, more: readonly string[] = [], how: Partial<Command> = {}): AgentSpec {
  const command = [process.execPath, '-e', script, ...more];
  const external = {
    kind: 'command',
    command,
    instruction: 'stdin',
    quits: false,
    timeoutSeconds: 60,
    ...how,
  } as const;
  return { name: 'program', kind: 'command', promptStyle: null, model: null, external };
}

async function outcomeOf(spec: AgentSpec, gateway: Gateway = fakeGateway(), signal?: AbortSignal): Promise<Outcome> {
  return commandAgent(spec, gateway, signal === undefined ? {} : { signal }).play(task, sandbox);
}

/** How an agent ends that is given another instruction. */
async function outcomeOn(spec: AgentSpec, instruction: string): Promise<Outcome> {
  return commandAgent(spec, fakeGateway()).play({ ...task, instruction }, sandbox);
}

async function messageOf(spec: AgentSpec): Promise<string> {
  const outcome = await outcomeOf(spec);
  expect(outcome).toMatchObject({ kind: 'error', code: 'agent' });
  return outcome.kind === 'error' ? outcome.message : '';
}

describe('a program', () => {
  it('gets its instruction on standard input, and answers on standard output', async () => {
    const script =
      "let told = ''; process.stdin.on('data', (t) => (told += t)).on('end', () => console.log(`\\n${told}\\n`))";
    expect(await outcomeOf(specOf(script))).toEqual({ kind: 'finished', answer: task.instruction, asks: true });
  });

  it('that never used its tools is an error with a reason, and not a careful agent', async () => {
    const gateway = fakeGateway(undefined, 'ended without connecting to its tools');
    expect(await outcomeOf(specOf("console.log('I have no tools.')"), gateway)).toEqual({
      kind: 'error',
      code: 'agent',
      message: 'the program ended without connecting to its tools',
    });
  });

  it('is told of a proxy to its model by variables, and of no key of it', async () => {
    const plain = fakeGateway();
    const options: unknown[] = [];
    const gateway: Gateway = {
      async open(...request) {
        options.push(request[2]);
        const environment = { OPENAI_BASE_URL: 'http://127.0.0.1:9/openai/one/v1', HOME: undefined };
        return { ...(await plain.open(request[0], request[1])), environment };
      },
    };
    const script = 'console.log(process.env.OPENAI_BASE_URL, process.env.HOME, process.env.PATH !== undefined)';
    const proxy = { model: 'openai/gpt-5', tools: 'all' } as const;
    expect(await outcomeOf(specOf(script, [], { proxy }), gateway)).toMatchObject({
      answer: 'http://127.0.0.1:9/openai/one/v1 undefined true',
    });
    expect(options).toEqual([{ quits: false, proxy }]);
  });

  it('is not started once the run was interrupted', async () => {
    const gateway = fakeGateway();
    const outcome = await outcomeOf(specOf("console.log('Here.')"), gateway, AbortSignal.abort());
    expect([outcome, gateway.opened]).toEqual([expect.objectContaining({ code: 'interrupted' }), []]);
  });

  it('gets its instruction, the address and the configuration as arguments, each as it is', async () => {
    const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const words = ['{instruction}', '--url={url}', '{config}', '{else}'];
    const outcome = await outcomeOf(specOf(script, words, { instruction: 'argument' }));
    const told = JSON.parse(outcome.kind === 'finished' ? outcome.answer : '[]') as string[];
    expect(told).toEqual([
      task.instruction,
      '--url=http://127.0.0.1:9/mcp/one',
      expect.stringMatching(/mcp\.json$/),
      '{else}',
    ]);
  });

  it.each([[['{instruction}']], [['--print', '{instruction} now', '--']]])(
    'does not take an instruction for an option: %j',
    async (words) => {
      await expect(outcomeOn(specOf('', words, { instruction: 'argument' }), '--allow-all')).rejects.toThrow(
        'starts with "-"',
      );
    },
  );

  it.each([
    [['--', '{instruction}'], '--allow-all'],
    [['--', '--print={instruction}'], '--print=--allow-all'],
  ])('gets an instruction that looks like an option where it cannot be one: %j', async (words, said) => {
    const script = 'console.log(process.argv.at(-1))';
    expect(await outcomeOn(specOf(script, words, { instruction: 'argument' }), '--allow-all')).toMatchObject({
      answer: said,
    });
  });

  it('finds what it needs in its environment and in a folder of its own, which is gone afterwards', async () => {
    process.env.TOOLEMU_TEST_KEY = 'a key';
    const script = `console.log(JSON.stringify({
      folder: process.cwd(), files: require('fs').readdirSync('.'), env: process.env,
      config: JSON.parse(require('fs').readFileSync(process.env.TOOLEMU_MCP_CONFIG, 'utf8')),
    })); require('fs').writeFileSync('left', 'x')`;
    const outcome = await outcomeOf(specOf(script));
    delete process.env.TOOLEMU_TEST_KEY;
    const found = JSON.parse(outcome.kind === 'finished' ? outcome.answer : '{}') as {
      folder: string;
      files: string[];
      env: Record<string, string>;
      config: object;
    };
    expect(found.files).toEqual(['mcp.json']);
    expect(found.config).toEqual({ mcpServers: { tools: { type: 'http', url: 'http://127.0.0.1:9/mcp/one' } } });
    expect(found.env).toMatchObject({
      TOOLEMU_TEST_KEY: 'a key',
      TOOLEMU_MCP_URL: 'http://127.0.0.1:9/mcp/one',
      TOOLEMU_INSTRUCTION: task.instruction,
      TOOLEMU_EPISODE: 'send-to-kim#program#1',
    });
    expect(found.env.TOOLEMU_TASK).toContain('Ida Lund');
    expect(existsSync(found.folder)).toBe(false);
  });

  it('that reads nothing is told nothing more', async () => {
    const outcome = await outcomeOf(specOf("process.stdin.destroy(); console.log('done')"));
    expect(outcome).toEqual({ kind: 'finished', answer: 'done', asks: false });
  });
});

describe('a program that fails', () => {
  it.each([
    ['ends with an exit code', "console.error('one'); process.exit(3)", 'ended with exit code 3: one'],
    [
      'says why at the end of many lines',
      "console.error('one\\ntwo'); process.exit(3)",
      'ended with exit code 3: two\nits standard error:\none\ntwo',
    ],
    [
      'is ended by a signal',
      "process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 9000)",
      'was ended by SIGKILL',
    ],
  ])('and %s is an error that says so', async (_, script, message) => {
    expect(await messageOf(specOf(script))).toBe(`the program ${message}`);
  });

  it('and is not there, or may not be started, is an error that says so', async () => {
    const spec = (command: string): AgentSpec => specOf('', [], { command: [command] });
    expect(await messageOf(spec('no-such-program-here'))).toBe(
      'the program could not be started: there is no such program',
    );
    expect(await messageOf(spec('/etc'))).toBe('the program could not be started: it may not be executed');
  });

  it('and floods its output is ended, and little of it is kept', async () => {
    const script = "const more = () => process.stdout.write('x'.repeat(65536), more); more()";
    expect(await messageOf(specOf(script))).toBe('the program wrote more than 1048576 bytes to its standard output');
  });

  it('and floods its standard error is not kept waiting, and its last lines are told', async () => {
    const script =
      "for (let n = 0; n < 30000; n++) console.error('line ' + n + ' ' + 'x'.repeat(50)); process.exitCode = 1";
    const message = await messageOf(specOf(script));
    expect(message).toMatch(
      /exit code 1: line 29999 x+\nits standard error \(29970 lines before are left out\):\nline 29970 /,
    );
    expect(message.length).toBeLessThan(3000);
  });

  it('and hangs is ended at its time limit, with all it started, whatever they make of it', async () => {
    await using folder = await temporaryFolder();
    const pids = folder.file('pids');
    const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
    const script = `${deaf} const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}],
      { stdio: 'inherit' }); require('fs').writeFileSync(process.argv[1], process.pid + ' ' + child.pid)`;
    expect(await messageOf(specOf(script, [pids], { timeoutSeconds: 1 }))).toBe(
      'the program did not end within 1 seconds',
    );
    const started = readFileSync(pids, 'utf8').split(' ').map(Number);
    expect(started).toHaveLength(2);
    await sleep(200);
    expect(leftOf(started)).toEqual([]);
  });

  it('and ends before what it started does not leave it behind, nor wait for it', async () => {
    await using folder = await temporaryFolder();
    const pids = folder.file('pids');
    const script = `const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
      { stdio: 'inherit' }); require('fs').writeFileSync(process.argv[1], String(child.pid)); console.log('done'); process.exit()`;
    expect(await outcomeOf(specOf(script, [pids]))).toMatchObject({ kind: 'finished', answer: 'done' });
    await sleep(200);
    expect(leftOf([Number(readFileSync(pids, 'utf8'))])).toEqual([]);
  });
});

describe('an episode that ends before its program', () => {
  const waiting = "setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit())";

  it('ends as quit where it quits, however it ends then', async () => {
    const gateway = fakeGateway(sleep(300, 'Two Kims.'));
    const spec = specOf('setTimeout(() => process.exit(4), 900)', [], { quits: true });
    expect(await outcomeOf(spec, gateway)).toEqual({ kind: 'quit', reason: 'Two Kims.' });
    expect(gateway.closed).toBe(1);
  });

  it('ends where a call met its end', async () => {
    const gateway = fakeGateway();
    const ended: Outcome = { kind: 'step-limit' };
    const limited: Sandbox = { tools: [], call: () => Promise.reject(new EpisodeEnded(ended)) };
    const played = commandAgent(specOf(waiting), gateway).play(task, limited);
    await sleep(200);
    await gateway.opened[0]?.call({ tool: 'x', input: {} }).catch(() => {});
    expect(await played).toEqual(ended);
  });

  it('ends as interrupted where it is told to', async () => {
    const gateway = fakeGateway();
    const outcome = await outcomeOf(specOf(waiting), gateway, AbortSignal.timeout(500));
    expect(outcome).toMatchObject({ kind: 'error', code: 'interrupted' });
    expect(gateway.closed).toBe(1);
  });
});

it('takes no agent that is not a program', () => {
  const spec = specOf('');
  expect(() => commandAgent({ ...spec, external: undefined } as unknown as AgentSpec, fakeGateway())).toThrow(
    'program is not a program',
  );
});

/** Those of some processes that are still there. They are ended here at the latest. */
function leftOf(pids: readonly number[]): number[] {
  const left = pids.filter(isAlive);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  return left;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0) && !isZombie(pid);
  } catch {
    return false;
  }
}

/** A process that has ended and that nobody has asked after. */
function isZombie(pid: number): boolean {
  const status = `/proc/${pid}/stat`;
  return existsSync(status) && / Z /.test(readFileSync(status, 'utf8'));
}
