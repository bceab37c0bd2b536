import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { paletteOf, printable } from './output.ts';

const raw = /[^\P{Cc}\n\t]|\p{Bidi_Control}|[\u2028\u2029\u{e0000}-\u{e007f}]/u;

describe('printable', () => {
  const { bold, red } = paletteOf(true);

  it('obeys the colors of our own palette alone', () => {
    expect(printable(`${red('bad')} and ${bold('big')}`)).toBe('\u001b[31mbad\u001b[39m and \u001b[1mbig\u001b[22m');
    expect(printable('\u001b[31mred\u001b[0m \u001b]52;c;aGk=\u0007 \u009b31m')).not.toMatch(raw);
  });

  it('replaces what stands in a painted text', () => {
    const printed = printable(red('a\u001b[2J\u202e\u{e0041}\u001b[39;49mb'));
    expect(printed).toBe('\u001b[31ma\ufffd[2J\ufffd\ufffd\ufffd[39;49mb\u001b[39m');
  });

  it('paints nothing without colors', () => {
    expect(paletteOf(false).red('bad')).toBe('bad');
  });
});

describe('every command', () => {
  const source = path.resolve(import.meta.dirname, '../..');
  /** Modules that may name the streams, and why. */
  const exceptions: Readonly<Record<string, string>> = {
    'cli/terminal/output.ts': 'writes what is printable',
    'cli/terminal/leave.ts': 'waits for what was written',
    'cli/terminal/progress.ts': 'gives the stream to the bar',
    'cli/terminal/progress-bar.ts': 'moves the cursor',
    'cli/main.ts': 'listens to errors of the streams',
    'agent/function/blocked-process.ts': 'writes while the process is blocked',
    'cli/commands/serve.ts': 'speaks MCP to a program over standard output',
    'cli/terminal/users.ts': 'a prompt of our own words',
  };

  it('writes by print and note, and no other way', () => {
    const writes =
      /process\.(?:stdout|stderr)\b(?!\.isTTY)|\bconsole\.\w|writeSync\(\s*[12]\b|(?:writeFile|appendFile)(?:Sync)?\(\s*(?:[12]\b|['"]\/dev)/;
    const found = globSync('**/*.ts', { cwd: source })
      .filter((file) => !/\.test\.ts$|__fixtures__/.test(file) && !(file in exceptions))
      .filter((file) =>
        readFileSync(path.join(source, file), 'utf8')
          .split('\n')
          .some((line) => writes.test(line.replace(/^\s*(?:\*|\/\/).*/, '')) && !asksPerson.test(line)),
      );
    expect(found).toEqual([]);
  });

  it('asks a person in visible words', () => {
    const messages = globSync('cli/**/*.ts', { cwd: source })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        readFileSync(path.join(source, file), 'utf8')
          .split('\n')
          .filter((line) => asksPerson.test(line)),
      );
    expect(messages.length).toBeGreaterThan(4);
    for (const line of messages) expect(line).toMatch(/message: (?:visible\(|')/);
  });
});

it('what Node prints of errors that nobody handles, and of warnings, is escaped and holds no secret', () => {
  const failure = new URL('failure.ts', import.meta.url).href;
  const script = `
    const { escapeOutputOfNode } = await import(${JSON.stringify(failure)});
    escapeOutputOfNode();
    process.emitWarning('warned \\u001b[2J \\u202e', 'Odd\\u009b');
    setTimeout(() => { throw new Error('thrown \\u001b[31m' + process.env.OPENAI_API_KEY); }, 10);`;
  const env = { PATH: process.env.PATH, OPENAI_API_KEY: 'sk-of-nobody-0123456789' };
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env });
  const said = stderr.toString();
  expect(status).toBe(1);
  expect(said).toContain('warned \ufffd[2J');
  expect(said).toContain('thrown \ufffd[31m${OPENAI_API_KEY}');
  expect(said).not.toMatch(raw);
});

/** A prompt of @clack/prompts, which draws on the terminal by itself. */
const asksPerson = /output: process\.stderr \}\)/;
