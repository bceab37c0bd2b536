import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { toolemuHere } from '../support/toolemu-here.ts';

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

const controls = '--agent careful,reckless --emulator offline --evaluators checks --limit 8'.split(' ');
const served = '--agent react --emulator standard --evaluators safety --limit 8 --serve org/Model-1'.split(' ');
const scripts = ['play.sbatch', 'merge.sbatch', 'submit.sh'];

const told = (folder: Folder, ...args: string[]) => toolemuHere(['slurm', ...args], { cwd: folder.path });

async function written(folder: Folder, ...args: string[]): Promise<Record<string, string>> {
  const { code, stderr } = await told(folder, '--out', 'jobs', ...args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return Object.fromEntries(scripts.map((name) => [name, readFileSync(folder.file(`jobs/${name}`), 'utf8')]));
}

async function refused(...args: string[]): Promise<string> {
  await using folder = await temporaryFolder();
  const { code, stderr } = await told(folder, '--out', 'jobs', ...args);
  expect(code).not.toBe(0);
  expect(existsSync(folder.file('jobs'))).toBe(false);
  return stderr;
}

const hasShellcheck = (process.env.PATH ?? '').split(':').some((one) => existsSync(path.join(one, 'shellcheck')));

function check(folder: Folder, names = scripts): void {
  const files = names.map((name) => folder.file(`jobs/${name}`));
  for (const file of files) execFileSync('bash', ['-n', file]);
  if (hasShellcheck) execFileSync('shellcheck', ['--shell=bash', '--severity=warning', ...files]);
}

/** What a shell reads as words between two marks of a line of a script. */
function wordsIn(script: string, from: string, to: string): string[] {
  const lines = script.split(/(?<=\n)/);
  const line = lines.find((one) => one.includes(from) && one.includes(to, one.indexOf(from))) ?? '';
  const begin = line.indexOf(from) + from.length;
  const words = line.slice(begin, line.indexOf(to, begin));
  const said = execFileSync('bash', ['-c', `printf '%s\\0' ${words}`], { encoding: 'utf8' });
  return said.split('\0').slice(0, -1);
}

describe('toolemu slurm', () => {
  it('writes the scripts of a run whose models are called over the network', async () => {
    await using folder = await temporaryFolder();
    const texts = await written(folder, '--array', '4', '--time', '2:00:00', '--partition', 'main', ...controls);
    check(folder);
    for (const [name, text] of Object.entries(texts))
      await expect(text.replaceAll(folder.path, '/project')).toMatchFileSnapshot(
        `__snapshots__/slurm/controls/${name}`,
      );
  });

  it('writes the scripts of a run whose tasks serve an open model', async () => {
    await using folder = await temporaryFolder();
    const options =
      '--array 8%2 --nodes 1 --gpus 2 --mem 64G --cpus-per-task 8 --qos long --account lab --job-name qwen';
    const server = '--tensor-parallel 2 --quantization awq --max-model-len 32768 --gpu-memory-utilization 0.9';
    const texts = await written(
      folder,
      ...options.split(' '),
      ...server.split(' '),
      '--vllm-args',
      '--dtype half',
      '--setup',
      'module load cuda',
      '--setup',
      'source env/bin/activate',
      ...served,
      '--fail-on',
      'unsafe>0.1',
    );
    check(folder);
    for (const [name, text] of Object.entries(texts))
      await expect(text.replaceAll(folder.path, '/project')).toMatchFileSnapshot(`__snapshots__/slurm/served/${name}`);
  });

  it('writes the scripts of a run whose tasks share a server', async () => {
    await using folder = await temporaryFolder();
    const options = '--array 8%2 --gpus 2 --mem 64G --partition cpu --server-partition gpu --time 90'.split(' ');
    const texts = await written(folder, ...options, '--one-server', ...served);
    texts['serve.sbatch'] = readFileSync(folder.file('jobs/serve.sbatch'), 'utf8');
    check(folder, [...scripts, 'serve.sbatch']);
    for (const [name, text] of Object.entries(texts))
      await expect(text.replaceAll(folder.path, '/project')).toMatchFileSnapshot(
        `__snapshots__/slurm/one-server/${name}`,
      );
  });

  it('has hostile values of options stay words', async () => {
    await using folder = await temporaryFolder();
    const hostile = `'; touch hit; echo "$(touch hit)" \`touch hit\` $HOME #`;
    mkdirSync(folder.file(`it's $(touch hit)`));
    const texts = await written(
      folder,
      '--array=1',
      '--toolemu',
      `'my $(touch hit)/toolemu' "a'b"`,
      `--vllm-args="--x=$HOME;touch hit" 'y z'`,
      '--user-reply',
      hostile,
      ...served.slice(0, -1),
      hostile,
    );
    const { 'play.sbatch': play = '' } = texts;
    check(folder);
    const begun = wordsIn(play, '"${toolemu[@]}" run', ' --shard=');
    expect(begun).toContain(`--user-reply=${hostile}`);
    expect(begun).toContain(`--model=vllm/${hostile}`);
    expect(wordsIn(play, 'toolemu=(', ')\n')).toEqual(['my $(touch hit)/toolemu', "a'b"]);
    expect(wordsIn(play, 'vllm serve', ' --host=')).toEqual([hostile]);
    expect(wordsIn(play, '--port="$port"', ' >>')).toEqual(['--x=$HOME;touch hit', 'y z']);
    expect(existsSync(folder.file('hit'))).toBe(false);
  });

  it('tells its tasks what whoever submits agreed to: configuration, programs and addresses', async () => {
    const agents = { mine: { command: ['node', "a'b.mjs"] } };
    await using folder = await temporaryFolder({
      'toolemu.config.mjs': `export default ${JSON.stringify({ agents })};`,
    });
    const options = ['--config=toolemu.config.mjs', '--agent=mine,command:cat x', '--base-url=http://gpu:8000/v1'];
    const { 'play.sbatch': play = '' } = await written(folder, '--array=2', '--model=vllm/a', '--limit=2', ...options);
    const trust = [
      String.raw`--allow-command=node 'a'\''b.mjs'`,
      '--allow-command=cat x',
      '--allow-address=http://gpu:8000/v1',
    ];
    expect(wordsIn(play, '--resume="$part"', ' --yes')).toEqual(['--config=toolemu.config.mjs', ...trust]);
    expect(wordsIn(play, '"${toolemu[@]}" run', ' --shard=').slice(-3)).toEqual(trust);
  });

  it('shares out budget and rates, and keeps conditions for the report', async () => {
    await using folder = await temporaryFolder();
    const limits = '--max-cost 20 --rpm 100 --tpm 90000 --concurrency 4 --timeout 60'.split(' ');
    const models = ['--model', 'openai/gpt-4o', '--limit', '8', '--fail-on', 'severe>0', 'unsafe>0.2', '--optimistic'];
    const { 'play.sbatch': play = '', 'merge.sbatch': merge = '' } = await written(
      folder,
      '--array=8%4',
      ...models,
      ...limits,
    );
    const kept = ['--concurrency=4', '--timeout=60', '--max-cost=2.5', '--rpm=25', '--tpm=22500'];
    expect(wordsIn(play, '--resume="$part"', ' --yes')).toEqual(kept);
    expect(wordsIn(play, '"${toolemu[@]}" run', ' --shard=')).toEqual(['--model=openai/gpt-4o', '--limit=8', ...kept]);
    expect(wordsIn(merge, 'report "$run" --format=terminal', ' >')).toEqual([
      '--fail-on=severe>0',
      '--fail-on=unsafe>0.2',
      '--optimistic',
    ]);
  });

  it('takes what the configuration file says for the whole run, which its tasks read too', async () => {
    const run = { model: 'openai/gpt-4o', maxCost: 8, failOn: ['severe>0'], out: 'elsewhere', limit: 4 };
    await using folder = await temporaryFolder({ 'toolemu.config.mjs': `export default ${JSON.stringify({ run })};` });
    expect((await told(folder, '--array=2', '--job-name=night', '--config=toolemu.config.mjs')).code).toBe(0);
    const play = readFileSync(folder.file('slurm-night/play.sbatch'), 'utf8');
    expect(wordsIn(play, '"${toolemu[@]}" run', ' --shard=')).toEqual(['--config=toolemu.config.mjs', '--max-cost=4']);
    const merge = readFileSync(folder.file('slurm-night/merge.sbatch'), 'utf8');
    expect(wordsIn(merge, 'report "$run" --format=terminal', ' >')).toEqual(['--fail-on=severe>0']);
  });

  it('says that a key is missing, never writes one, and writes all the same', async () => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await told(folder, '--array=2', '--model=openai/gpt-4o', '--limit=2');
    expect(code).toBe(0);
    expect(stderr).toContain('OPENAI_API_KEY');
    expect(stderr).toContain('the jobs need it');
    await using keyed = await temporaryFolder();
    await toolemuHere(['slurm', '--array=2', '--model=openai/gpt-4o', '--limit=2'], {
      cwd: keyed.path,
      env: { OPENAI_API_KEY: 'sk-secret' },
    });
    const texts = scripts.map((name) => readFileSync(keyed.file(`slurm-toolemu/${name}`), 'utf8')).join('');
    expect(texts).toContain('gpt-4o');
    expect(texts).not.toContain('sk-secret');
  });

  it.each([
    [['--array=2', '--agent=human', '--emulator=offline', '--evaluators=checks'], '--agent human'],
    [['--array=9', ...controls], 'there are only 8 cases'],
    [['--array=0', ...controls], 'it must be a number of tasks'],
    [['--array=2', ...controls, '--setup', 'true\nfalse'], '--setup: leave out line breaks'],
    [['--array=2', ...controls, '--job-name', 'a b'], 'letters, digits'],
    [['--array=2', ...controls, '--partition', 'a\n#SBATCH --wrap=x'], 'it must be a name'],
    [['--array=2', ...controls, '--time', '2 hours'], 'it must be minutes'],
    [['--array=2', ...controls, '--logs', 'a%j'], 'percent signs'],
    [['--array=2', ...controls, '--gpu-memory-utilization', '2'], 'at most 1'],
    [['--array=2', ...controls, '--max-model-len', '4096'], '--max-model-len: no model is served'],
    [['--array=2', ...controls, '--serve', 'org/Model-1'], 'no role asks it'],
    [['--array=2', ...controls, '--one-server'], '--one-server: no model is served'],
    [['--array=2', ...served, '--server-partition', 'gpu'], 'ask for it by --one-server'],
    [['--array=2', ...served, '--vllm-args', '--dtype half; rm x'], 'operators of a shell'],
    [['--array=2', ...served, '--agent-model', 'vllm/other'], 'vllm/other is not the model'],
    [['--array=2', ...served, '--base-url', 'http://gpu:8000/v1'], 'without --base-url'],
    [['--array=2', ...controls, '--toolemu', ''], '--toolemu is empty'],
    [['--array=2', ...controls, '--cases', 'nowhere.json'], 'nowhere.json'],
    [['--array=2', ...controls, '--gpus', 'a100'], 'such as a100:2'],
    [['--array=2', ...controls, '--constraint', 'a100;b'], 'features of nodes'],
    [['--array=2', ...controls, '--task-mem', '8G'], '--task-mem: no model is served'],
    [['--array=2', ...served, '--task-cpus', '2', '--task-mem', '8G'], '--task-cpus, --task-mem: there is no job'],
    [['--array=2', ...served, '--nodes', '2'], 'vllm is started on one node'],
    [['--array=2', ...served, '--vllm-args', '--served-model-name X'], 'roles ask for the name that --serve has'],
    [['--array=2', ...served, '--vllm-args', '--served_model_name=X'], 'roles ask for the name that --serve has'],
    [['--array=2', ...served, '--vllm-args', '--api-key=k'], 'the key in VLLM_API_KEY'],
    [['--array=2', ...served, '--max-cost', '5'], 'vllm/org/Model-1'],
  ])('refuses %j before anything is written', async (args, why) => {
    expect(await refused(...args)).toContain(why);
  });

  it('takes a folder again for the same run, and not for another', async () => {
    await using folder = await temporaryFolder();
    await written(folder, '--array=2', ...controls);
    const part = folder.file('jobs/parts/part-1.toolemu');
    await toolemuHere(['run', ...controls, '--shard=1/2', '--out', part], { cwd: folder.path });
    const again = await written(folder, '--array=2', '--time=90', ...controls);
    expect(again['play.sbatch']).toContain('#SBATCH --time=90\n');
    for (const other of [
      ['--array=3', ...controls],
      ['--array=2', '--seed=1', ...controls],
    ]) {
      const { code, stderr } = await told(folder, '--out', 'jobs', ...other);
      expect(code).toBe(2);
      expect(stderr).toContain('parts of a run with other options, as part-1.toolemu');
    }
    expect(readFileSync(folder.file('jobs/play.sbatch'), 'utf8')).toBe(again['play.sbatch']);
  });

  it('has parts looked at again that were played to their end where the tasks are now to play otherwise', async () => {
    await using folder = await temporaryFolder();
    const withBudget = (budget: string) =>
      written(folder, '--array=2', '--model=openai/gpt-4o', '--limit=2', '--max-cost', budget);
    await withBudget('1');
    const [mark, part] = [folder.file('jobs/parts/part-1.toolemu.done'), folder.file('jobs/parts/part-1.toolemu')];
    mkdirSync(folder.file('jobs/parts'));
    // A task that was killed early leaves an empty part.
    for (const file of [mark, part]) writeFileSync(file, '');
    await withBudget('1');
    expect(existsSync(mark)).toBe(true);
    await withBudget('2');
    expect(existsSync(mark)).toBe(false);
    expect(existsSync(part)).toBe(true);
  });

  it('says where a served model has no GPUs, or fewer than it is split over', async () => {
    await using folder = await temporaryFolder();
    const remarks = async (...options: string[]) =>
      (await told(folder, '--out=jobs', '--array=2', ...served, ...options)).stderr;
    expect(await remarks()).toContain('--serve org/Model-1 without --gpus');
    expect(await remarks('--gpus=a100:2', '--tensor-parallel=4')).toContain('--gpus asks for 2');
    expect(await remarks('--gpus=a100:4', '--tensor-parallel=4')).not.toContain('--gpus');
  });

  it('gives each job what is meant for it alone', async () => {
    await using folder = await temporaryFolder();
    const forServer = ['--gpus=a100:2', '--mem=0', '--constraint=a100|h100', '--server-partition=gpu'];
    const others = ['--task-cpus=2', '--task-mem=8G', '--merge-partition=short', '--merge-qos=free', '--qos=long'];
    const texts = await written(folder, '--array=2', '--one-server', ...served, ...forServer, ...others);
    const said = (script = '') =>
      script.split('\n').filter((line) => /^#SBATCH --(?:gpus|mem|cpus|constraint|partition|qos)/.test(line));
    expect(said(readFileSync(folder.file('jobs/serve.sbatch'), 'utf8'))).toEqual(
      ['gpus=a100:2', 'mem=0', 'constraint=a100|h100', 'partition=gpu', 'qos=long'].map((one) => `#SBATCH --${one}`),
    );
    expect(said(texts['play.sbatch'])).toEqual(
      ['cpus-per-task=2', 'mem=8G', 'qos=long'].map((one) => `#SBATCH --${one}`),
    );
    expect(said(texts['merge.sbatch'])).toEqual(['partition=short', 'qos=free'].map((one) => `#SBATCH --${one}`));
  });

  it('writes the files and says so where there is no SLURM to submit them to', async () => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await toolemuHere(['slurm', '--array=2', ...controls, '--submit'], {
      cwd: folder.path,
      env: { PATH: folder.path },
    });
    expect(code).toBe(2);
    expect(stderr).toContain(
      `there is no sbatch here, so nothing was submitted: where SLURM is, say bash ${folder.path}`,
    );
    expect(existsSync(folder.file('slurm-toolemu/submit.sh'))).toBe(true);
  });

  it('submits the merge after the tasks however they end, and prints the numbers of the jobs', async () => {
    await using folder = await temporaryFolder();
    const { stdout } = await submitted(folder, `echo "$@" >> '${folder.file('asked')}'; echo "4$#;cluster"`);
    expect(JSON.parse(stdout)).toEqual({
      folder: folder.file('jobs'),
      files: scripts.map((name) => folder.file(`jobs/${name}`)),
      jobs: { play: '42', merge: '43' },
    });
    expect(readFileSync(folder.file('asked'), 'utf8')).toBe(
      `--parsable ${folder.file('jobs/play.sbatch')}\n--parsable --dependency=afterany:42 ${folder.file('jobs/merge.sbatch')}\n`,
    );
  });

  it('says what SLURM said where it does not take the tasks', async () => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await submitted(folder, 'echo no such partition >&2; exit 1');
    expect(code).toBe(1);
    expect(stderr).toContain('SLURM did not take the jobs: no such partition');
  });

  it('keeps the tasks where the merge is not taken, and says how to merge', async () => {
    await using folder = await temporaryFolder();
    const { code, stdout, stderr } = await submitted(
      folder,
      '[ $# = 2 ] && echo 42 || { echo no such partition >&2; exit 1; }',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ jobs: { play: '42', merge: null } });
    expect(stderr).toContain('no such partition');
    expect(stderr).toContain(`When they have ended: bash ${folder.file('jobs/merge.sbatch')}`);
    expect(existsSync(folder.file('cancelled'))).toBe(false);
  });

  it('lets no variable of sbatch say otherwise what the files say', async () => {
    await using folder = await temporaryFolder();
    const asked = folder.file('asked');
    const options = [...served, '--one-server', '--gpus=1', '--server-partition=gpu', '--merge-partition=short'];
    const meant = { SBATCH_PARTITION: 'cpu', SBATCH_RESERVATION: 'course' };
    const unlike = ['EXPORT', 'ARRAY_INX', 'GPUS_PER_NODE', 'MEM_PER_CPU', 'TIMELIMIT', 'CONSTRAINT', 'WAIT'];
    const others = Object.fromEntries(unlike.map((name) => [`SBATCH_${name}`, 'none']));
    await submitted(
      folder,
      `echo "$@" >>'${asked}'; env | grep ^SBATCH_ | sort >>'${asked}'; echo 42`,
      [...options, '--time=90', '--constraint=a100'],
      { ...meant, ...others },
    );
    const job = (name: string) => folder.file(`jobs/${name}.sbatch`);
    const left = ['SBATCH_PARTITION=cpu', 'SBATCH_RESERVATION=course'];
    expect(
      readFileSync(asked, 'utf8')
        .split('\n')
        .filter((line) => !line.startsWith('scontrol')),
    ).toEqual([
      `--parsable --hold --partition=gpu ${job('serve')}`,
      ...left,
      `--parsable --dependency=after:42 ${job('play')} 42`,
      ...left,
      `--parsable --dependency=afterany:42 --partition=short ${job('merge')}`,
      ...left,
      '',
    ]);
  });

  it('submits a shared server first, and lets it begin when it knows its tasks', async () => {
    await using folder = await temporaryFolder();
    const sbatch = `n=$(cat '${folder.file('n')}' 2>/dev/null || echo 41); n=$((n + 1)); echo $n | tee '${folder.file('n')}'`;
    const { stdout } = await submittedServed(folder, `echo "sbatch $@" >> '${folder.file('asked')}'; ${sbatch}`);
    expect(JSON.parse(stdout)).toMatchObject({ jobs: { serve: '42', play: '43', merge: '44' } });
    const job = (name: string) => folder.file(`jobs/${name}.sbatch`);
    expect(readFileSync(folder.file('asked'), 'utf8').split('\n')).toEqual([
      `sbatch --parsable --hold ${job('serve')}`,
      `sbatch --parsable --dependency=after:42 ${job('play')} 42`,
      'scontrol release 42, which serves 43',
      `sbatch --parsable --dependency=afterany:43 ${job('merge')}`,
      '',
    ]);
  });

  it('cancels a shared server where its tasks are not taken', async () => {
    await using folder = await temporaryFolder();
    const { code } = await submittedServed(folder, '[ "$2" = --hold ] && echo 42 || exit 1');
    expect(code).toBe(1);
    expect(readFileSync(folder.file('cancelled'), 'utf8')).toBe('42\n');
  });

  /** Submits with an `sbatch` that does what is said, and other programs that write down what they are asked. */
  function submitted(folder: Folder, sbatch: string, options = controls, more: Record<string, string> = {}) {
    mkdirSync(folder.file('bin'));
    const scontrol = `echo "scontrol $@, which serves $(cat '${folder.file('jobs/server')}'/"$2.tasks")"`;
    const programs = {
      sbatch,
      scancel: `echo "$@" > '${folder.file('cancelled')}'`,
      scontrol: `${scontrol} >> '${folder.file('asked')}'`,
    };
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(folder.file(`bin/${name}`), `#!/bin/sh\n${text}\n`);
      chmodSync(folder.file(`bin/${name}`), 0o755);
    }
    const args = ['slurm', '--array=2', ...options, '--out=jobs', '--submit', '--yes', '--json'];
    return toolemuHere(args, { cwd: folder.path, env: { PATH: `${folder.file('bin')}:${process.env.PATH}`, ...more } });
  }

  const submittedServed = (folder: Folder, sbatch: string) => submitted(folder, sbatch, ['--one-server', ...served]);

  it('says what the whole run may cost, and writes nothing', async () => {
    await using folder = await temporaryFolder();
    const { code, stdout } = await told(folder, '--array=2', '--model=openai/gpt-4o', '--limit=2', '--estimate');
    expect(code).toBe(0);
    expect(stdout).toContain('2 episodes of 2 cases');
    expect(existsSync(folder.file('slurm-toolemu'))).toBe(false);
  });
});
