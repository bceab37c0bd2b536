import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../packages/toolemu/src/cli/program.ts';
import {
  inputsIn,
  readAction,
  readYaml,
  type Step,
} from '../../packages/toolemu/src/report/__fixtures__/action-file.ts';
import { parseFailOn } from '../../packages/toolemu/src/report/index.ts';
import { setup as build } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { repository } from '../support/toolemu.ts';

const action = readAction(readFileSync(path.join(repository, 'action.yml'), 'utf8'));
const { steps } = action.runs;
const docs = readFileSync(path.join(repository, 'docs/ci.md'), 'utf8');
const blocks = [...docs.matchAll(/^```(?<language>\w*)\n(?<text>[\s\S]*?)^```$/gm)].map(({ groups }) => ({
  language: groups?.language ?? '',
  text: groups?.text ?? '',
}));

describe('action.yml', () => {
  it('hands inputs to a shell by the environment alone', () => {
    const scripts = steps.flatMap(({ run }) => run ?? []);
    expect(scripts.length).toBeGreaterThan(4);
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
    expect(scripts.filter((script) => /\beval\b/.test(script))).toEqual([]);
  });

  it('pins the actions it uses to major versions', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used).toEqual([
      expect.stringMatching(/^actions\/setup-node@v\d+$/),
      expect.stringMatching(/^actions\/upload-artifact@v\d+$/),
    ]);
  });

  it('refers to inputs, steps and outputs that there are', () => {
    const written = JSON.stringify(steps) + JSON.stringify(action.outputs);
    const inputs = [...written.matchAll(/\binputs\.([\w-]+)/g)].map(([, name = '']) => name);
    expect(inputs.filter((name) => !(name in action.inputs))).toEqual([]);
    expect(Object.keys(action.inputs).filter((name) => !inputs.includes(name))).toEqual([]);
    const outputs = [...written.matchAll(/\bsteps\.(\w+)\.outputs\.(\w+)/g)];
    for (const [, id, name] of outputs) {
      expect(steps.find((step) => step.id === id)?.run).toContain(`echo "${name}=`);
    }
  });

  it('judges last, when all is reported', () => {
    expect(steps.map(({ name }) => name).slice(-4)).toEqual(['Report', 'Comment', 'Upload', 'Judge']);
  });

  it('has all its inputs in docs/ci.md', () => {
    expect(Object.keys(action.inputs).filter((name) => !docs.includes(`\n| \`${name}\` |`))).toEqual([]);
  });
});

describe('the commands of action.yml and docs/ci.md', async () => {
  const program = await createProgram();
  const inDocs = blocks.flatMap(({ text }) => text.split('\n'));
  const inAction = steps.flatMap(({ run = '' }) => run.split('\n'));
  const commands = [...inDocs, ...inAction].flatMap((line) => /^\s*(?:- )?(toolemu .+)$/.exec(line)?.[1] ?? []);

  it('are found', () => {
    expect(commands.length).toBeGreaterThan(12);
  });

  it.each(commands)('%s has options the program has', (line) => {
    const [, name = '', ...words] = wordsOf(line);
    const command = program.commands.find((one) => one.name() === name);
    expect(command?.name()).toBe(name);
    const options = words.filter((word) => word.startsWith('--'));
    const unknown = options.filter((word) => !command?.options.some(({ long }) => long === word));
    expect(unknown).toEqual([]);
    const format = words[words.indexOf('--format') + 1];
    if (words.includes('--format')) {
      expect(command?.options.find(({ long }) => long === '--format')?.argChoices).toContain(format);
    }
  });

  it('use the action with options of run and with conditions that can be read', () => {
    const uses = blocks.filter(({ text }) => text.includes('OWNER/toolemu')).flatMap(({ text }) => inputsIn(text));
    expect(uses).toHaveLength(1);
    const run = program.commands.find((one) => one.name() === 'run');
    for (const inputs of uses) {
      expect(Object.keys(inputs).filter((name) => !(name in action.inputs))).toEqual([]);
      const options = wordsOf(inputs.args ?? '').filter((word) => word.startsWith('--'));
      expect(options.filter((word) => !run?.options.some(({ long }) => long === word))).toEqual([]);
      expect(options.length).toBeGreaterThan(3);
      for (const line of inputs['fail-on']?.trim().split('\n') ?? []) expect(parseFailOn(line).text).toBe(line);
    }
  });

  it('name conditions that can be read', () => {
    const conditions = [...docs.matchAll(/[`'](?<text>(?:\w+:)?\w+[<>]=?[\d.]+%?)[`']/g)].map(
      ({ groups }) => groups?.text ?? '',
    );
    expect(conditions.length).toBeGreaterThan(10);
    const refused = conditions.filter((text) => {
      try {
        return parseFailOn(text).text !== text;
      } catch {
        return true;
      }
    });
    expect([...new Set(refused)]).toEqual(['unsafe>10']);
  });

  it('stand in YAML that can be read', () => {
    const yaml = blocks.filter(({ language }) => language === 'yaml');
    expect(yaml.length).toBe(4);
    for (const { text } of yaml) expect(readYaml(text)).toBeTruthy();
  });
});

/** The words of a command line with simple quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  );
}

describe('the steps of the action', { timeout: 120_000 }, () => {
  let job: Job;
  let reported: EndedStep;

  beforeAll(async () => {
    build();
    job = await createJob();
    await job.step('Install toolemu', { version: '1.2.3' });
    await job.step('Play', { args: '--agent careful,reckless\n--emulator offline --evaluators checks --limit "4"' });
    reported = await job.step('Report');
  }, 120_000);
  afterAll(() => job[Symbol.asyncDispose]());

  it('install the version that is asked for', async () => {
    const folder = job.file('toolemu-install');
    expect(await job.read('npm.log')).toBe(`install --prefix ${folder} --no-audit --no-fund toolemu@1.2.3\n`);
    expect(job.outputs.install).toEqual({ bin: `${folder}/node_modules/.bin` });
  });

  it.each(['./packed/toolemu 1.tgz', '/packed/toolemu.tgz'])('install the tarball %s', async (version) => {
    await using own = await createJob();
    expect((await own.step('Install toolemu', { version })).code).toBe(0);
    const tarball = version.startsWith('/') ? version : own.file(version.slice(2));
    expect(await own.read('npm.log')).toBe(
      `install --prefix ${own.file('toolemu-install')} --no-audit --no-fund ${tarball}\n`,
    );
  });

  it('need no published package by default', () => {
    expect(action.inputs.version?.default).toBe('local');
    const [inputs] = blocks.filter(({ text }) => text.includes('OWNER/toolemu')).flatMap(({ text }) => inputsIn(text));
    expect(inputs).not.toHaveProperty('version');
  });

  it.each([
    { version: '' },
    { version: '1 $(touch hacked)' },
    { version: 'https://a.example/x.tgz' },
    { name: '../x' },
    { name: '' },
  ])('install nothing for %j', async (inputs) => {
    expect((await job.step('Install toolemu', { version: '1.2.3', ...inputs })).code).toBe(2);
  });

  it('take the checkout that the action is in for local', async () => {
    await using own = await createJob();
    expect((await own.step('Install toolemu', { version: 'local' })).code).toBe(0);
    expect(own.outputs.install).toEqual({ bin: path.join(repository, 'node_modules/.bin') });
  });

  it('play with the arguments, which only quotes change', async () => {
    await using own = await createJob({ toolemu: 'printf "%s\\n" "$@" > "$RUNNER_TEMP/words"; touch "${@: -1}"' });
    await own.step('Install toolemu', { version: '1.2.3' });
    const args = `--select "a b" 'c "d"' $(touch hacked) ; \`touch hacked\` * $HOME\n--limit 3`;
    expect((await own.step('Play', { args })).code).toBe(0);
    const words = (await own.read('words')).trimEnd().split('\n');
    const plain = ['$(touch', 'hacked)', ';', '`touch', 'hacked`', '*', '$HOME', '--limit', '3'];
    expect(words).toEqual([
      'run',
      '--select',
      'a b',
      'c "d"',
      ...plain,
      '--yes',
      '--out',
      own.file('toolemu-toolemu/run.toolemu'),
    ]);
    expect(existsSync(own.file('hacked'))).toBe(false);
  });

  it('scan the tools that are named, with agent, model, budget and conditions, and keep the run and what was found', async () => {
    const toolemu = `printf "%s\\n" "$@" > "$RUNNER_TEMP/words"; mkdir -p toolemu-scan/runs; echo run > toolemu-scan/runs/a.toolemu
echo '{"run": "toolemu-scan/runs/a.toolemu"}' > toolemu-scan/scan.json; echo found > toolemu-scan/report.md; exit 3`;
    await using own = await createJob({ toolemu });
    await own.step('Install toolemu', { version: '1.2.3' });
    const inputs = { tools: '--mcp mcp.json', agent: 'module:my agent.ts', model: 'openai/gpt-5', budget: '5' };
    const { code } = await own.step('Play', { ...inputs, args: '--count 4', 'fail-on': 'severe>0\nunsafe>10%' });
    expect([code, own.outputs.play?.code]).toEqual([0, '3']);
    const words = (await own.read('words')).trimEnd().split('\n');
    expect(words.join(' ')).toBe(
      'scan --mcp mcp.json --count 4 --agent=module:my agent.ts --model=openai/gpt-5 --max-cost=5 --fail-on=severe>0 --fail-on=unsafe>10% --yes --out toolemu-scan',
    );
    expect(words).toContain('--agent=module:my agent.ts');
    expect(await own.read('toolemu-toolemu/run.toolemu')).toBe('run\n');
    expect(await own.read('toolemu-toolemu/scan.md')).toBe('found\n');
  });

  it('report nothing of a scan that was there before, and follow no link', async () => {
    await using own = await createJob({
      toolemu: 'rm -f toolemu-scan/report.md; ln -s /etc/passwd toolemu-scan/report.md; exit 1',
    });
    await own.step('Install toolemu', { version: '1.2.3' });
    await mkdir(own.file('toolemu-scan/runs'), { recursive: true });
    for (const name of ['scan.json', 'report.md', 'runs/old.toolemu'])
      await writeFile(own.file(`toolemu-scan/${name}`), 'old');
    await new Promise((done) => setTimeout(done, 20));
    await own.step('Play', { tools: '--mcp mcp.json' });
    expect(existsSync(own.file('toolemu-toolemu/run.toolemu'))).toBe(false);
    expect(existsSync(own.file('toolemu-toolemu/scan.md'))).toBe(false);
  });

  it('fail where neither arguments nor a run file are given, quotes are open, or there is no run', async () => {
    await using own = await createJob({ toolemu: 'exit 7' });
    await own.step('Install toolemu', { version: '1.2.3' });
    expect((await own.step('Play', { args: ' \n' })).code).toBe(2);
    expect((await own.step('Play', { args: '--select "a' })).code).not.toBe(0);
    expect((await own.step('Play', { args: '--limit 1' })).code).toBe(7);
  });

  it('keep what is printed of a run from being a command', async () => {
    await using own = await createJob({ toolemu: 'echo "::error::from the run"; touch "${@: -1}"; exit 1' });
    await own.step('Install toolemu', { version: '1.2.3' });
    const { code, stdout } = await own.step('Play', { args: '--limit 1' });
    expect(stdout).toMatch(/^::stop-commands::([\w-]{36})\n::error::from the run\n::\1::\n$/);
    expect([code, own.outputs.play?.code]).toEqual([0, '1']);
  });

  it('report in every format, to the summary, and by annotations', async () => {
    expect(job.outputs.play).toEqual({
      folder: job.file('toolemu-toolemu'),
      file: job.file('toolemu-toolemu/run.toolemu'),
      code: '0',
    });
    expect(reported.code).toBe(0);
    const report = await job.read('toolemu-toolemu/report.md');
    expect(report).toContain('## toolemu:');
    expect(reported.summary).toBe(report);
    expect(await job.read('toolemu-toolemu/report.html')).toContain('<html');
    expect(await job.read('toolemu-toolemu/junit.xml')).toContain('<testsuites');
    expect(reported.stdout).toMatch(/^(?:::error title=[^\n]+\n)+$/);
  });

  it('say in the report what came of the conditions, and report without them where one cannot be read', async () => {
    await using own = await createJob();
    await own.step('Install toolemu', { version: '1.2.3' });
    await own.step('Play', { 'run-file': job.file('toolemu-toolemu/run.toolemu') });
    expect((await own.step('Report', { 'fail-on': 'unsafe' })).code).toBe(0);
    const without = await own.read('toolemu-toolemu/report.md');
    expect([without.includes('## toolemu:'), without.includes('### Conditions')]).toEqual([true, false]);
    const { code, summary } = await own.step('Report', { 'fail-on': 'errors>0\n  unsafe>0  \n' });
    expect([code, summary]).toEqual([0, await own.read('toolemu-toolemu/report.md')]);
    expect(summary).toMatch(/### Conditions\n\n- `failed: unsafe>0: reckless, redteam: [^`]+`\n- `passed: errors>0: /);
  });

  it('write a comment, and then change it', async () => {
    expect((await job.step('Comment')).code).toBe(0);
    const body = await job.read('commented.md');
    expect(body).toBe(`<!-- toolemu report: toolemu -->\n${await job.read('toolemu-toolemu/report.md')}`);
    const [asked, written] = (await job.read('gh.log')).trimEnd().split('\n');
    expect(asked).toMatch(/^api graphql --paginate .* -f owner=me -f name=my-agent -F number=7 --jq /);
    expect(written).toBe(
      `api --silent --method POST repos/me/my-agent/issues/7/comments -F body=@${job.file('toolemu-comment.md')}`,
    );
    expect((await job.step('Comment', {}, { OWN_COMMENTS: '3000000001\n3000000002\n' })).code).toBe(0);
    expect(await job.read('gh.log')).toContain('--method PATCH repos/me/my-agent/issues/comments/3000000001 -F');
  });

  it('go on with a warning where the comment cannot be written', async () => {
    const { code, stdout } = await job.step('Comment', {}, { GH_CODE: '1' });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^::warning::.*pull-requests: write\n$/)]);
  });

  it('end with the code of the conditions, else with that of the run', async () => {
    expect((await job.step('Judge', { 'fail-on': 'errors>0\n  unsafe>0  \n' })).code).toBe(3);
    await using own = await createJob({ toolemu: 'printf "%s\\n" "$@" > "$RUNNER_TEMP/words"' });
    await own.step('Install toolemu', { version: '1.2.3' });
    Object.assign(own.outputs, { play: { file: 'my.toolemu', code: '1' } });
    const conditions = ' severe>0\n\nworse-than:my base.toolemu\n--out=hacked\n';
    expect((await own.step('Judge', { 'fail-on': conditions, optimistic: 'true' })).code).toBe(1);
    expect(await own.read('words')).toBe(
      'report\nmy.toolemu\n--fail-on=severe>0\n--fail-on=worse-than:my base.toolemu\n--fail-on=--out=hacked\n--optimistic\n',
    );
    Object.assign(own.outputs, { play: { file: 'my.toolemu', code: '0' } });
    expect((await own.step('Judge', { 'fail-on': conditions })).code).toBe(0);
    expect(await own.read('words')).not.toContain('--optimistic');
  });

  it('report a run file that is there already', async () => {
    await using own = await createJob();
    await own.step('Install toolemu', { version: '1.2.3' });
    const file = job.file('toolemu-toolemu/run.toolemu');
    expect((await own.step('Play', { 'run-file': file, name: 'again' })).code).toBe(0);
    expect(await readFile(own.file('toolemu-again/run.toolemu'))).toEqual(await readFile(file));
  });
});

interface EndedStep {
  readonly code: number;
  readonly stdout: string;
  /** What the step added to the summary of the job. */
  readonly summary: string;
}

interface Job extends AsyncDisposable {
  /** What steps have put out so far, by their ids. */
  readonly outputs: Record<string, Record<string, string>>;
  /** Runs the script of a step as the runner does. */
  step(
    name: string,
    inputs?: Readonly<Record<string, string>>,
    env?: Readonly<Record<string, string>>,
  ): Promise<EndedStep>;
  file(name: string): string;
  read(name: string): Promise<string>;
}

const program = path.join(repository, 'packages/toolemu/bin/toolemu.js');
const real = `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(program)} "$@"`;

/** A job on a machine with a false gh and a false npm, which installs the toolemu of this repository, or this script. */
async function createJob({ toolemu = real } = {}): Promise<Job> {
  const shebang = '#!/usr/bin/env bash\n';
  const folder = await temporaryFolder({
    'installed/toolemu': `${shebang}${toolemu}\n`,
    'bin/npm': `${shebang}echo "$*" >> "$RUNNER_TEMP/npm.log"
[ "$1" = install ] || exit 0
mkdir -p "$3/node_modules/.bin"
cp "$RUNNER_TEMP/installed/toolemu" "$3/node_modules/.bin/toolemu"
`,
    'bin/gh': `${shebang}echo "$*" | tr '\\n' ' ' >> "$RUNNER_TEMP/gh.log"
echo >> "$RUNNER_TEMP/gh.log"
for word; do case $word in body=@*) cp "\${word#body=@}" "$RUNNER_TEMP/commented.md" ;; esac; done
[ "$2" != graphql ] || printf '%s' "$OWN_COMMENTS"
exit "\${GH_CODE:-0}"
`,
  });
  for (const name of ['installed/toolemu', 'bin/npm', 'bin/gh']) await chmod(folder.file(name), 0o755);
  const outputs: Job['outputs'] = {};
  return {
    outputs,
    async step(name, inputs = {}, env = {}) {
      const step = steps.find((one) => one.name === name);
      if (step?.run === undefined) throw new Error(`action.yml has no script ${name}`);
      await Promise.all(['output', 'summary.md', 'gh.log'].map((file) => writeFile(folder.file(file), '')));
      await writeFile(folder.file('script'), step.run);
      const ended = await runBash(folder.file('script'), folder.path, {
        PATH: `${folder.file('bin')}:${path.dirname(process.execPath)}:${process.env.PATH ?? ''}`,
        RUNNER_TEMP: folder.path,
        GITHUB_ACTION_PATH: repository,
        GITHUB_OUTPUT: folder.file('output'),
        GITHUB_STEP_SUMMARY: folder.file('summary.md'),
        GITHUB_REPOSITORY: 'me/my-agent',
        NO_COLOR: '1',
        ...resolved(step.env, { inputs, outputs }),
        ...env,
      });
      if (step.id !== undefined) outputs[step.id] = pairsIn(await readFile(folder.file('output'), 'utf8'));
      return { ...ended, summary: await readFile(folder.file('summary.md'), 'utf8') };
    },
    file: (name) => folder.file(name),
    read: (name) => readFile(folder.file(name), 'utf8'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function runBash(
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; stdout: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], { cwd, env }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout });
    });
  });
}

/** What stands in a step's environment once its expressions are looked up. */
function resolved(
  env: Step['env'] = {},
  { inputs, outputs }: { inputs: Readonly<Record<string, string>>; outputs: Job['outputs'] },
): Record<string, string> {
  const look = (expression: string): string => {
    const [scope = '', name = '', , output = ''] = expression.split('.');
    if (scope === 'inputs') return inputs[name] ?? action.inputs[name]?.default ?? '';
    if (scope === 'steps') return outputs[name]?.[output] ?? '';
    return expression === 'github.event.pull_request.number' ? '7' : '';
  };
  return Object.fromEntries(
    Object.entries(env).map(([key, value]) => [
      key,
      value.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression: string) => look(expression)),
    ]),
  );
}

function pairsIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
