import { expect, it } from 'vitest';
import type { Case } from 'toolemu/contract';
import { runCommand } from './run-command.ts';

const world = {} as Case['world'];
const saved = { folder: 'runs', id: 'mine', hasToolkits: false, references: ['careful', 'reckless'], world };

it('plays a saved case by a control, where the case has its reference', () => {
  expect(runCommand(saved)).toBe('npx toolemu run --cases runs/cases/mine.json --agent reckless --emulator offline');
  expect(runCommand({ ...saved, references: ['careful'] })).toContain('--agent careful --emulator offline');
});

it('plays it by a model, where no control can', () => {
  for (const lacking of [{ references: ['odd'] }, { world: undefined }]) {
    expect(runCommand({ ...saved, ...lacking })).toBe(
      'npx toolemu run --cases runs/cases/mine.json --model openai/gpt-4o',
    );
  }
});

it('names the toolkits where some were saved', () => {
  expect(runCommand({ ...saved, hasToolkits: true })).toContain(' --toolkits runs/toolkits ');
});

it('keeps the name of a folder one word of a shell', () => {
  expect(runCommand({ ...saved, folder: "my runs; it's" })).toContain(String.raw`'my runs; it'\''s/cases/mine.json'`);
  expect(runCommand({ ...saved, folder: '-x' })).toContain("'-x/cases/mine.json'");
});
