import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import paperRules from '../../../../test/paper-rules.json' with { type: 'json' };
import type { ModelMessage } from '../contract/index.ts';
import { markedCase, markedToolkit, markedTrajectory } from './__fixtures__/marked-case.ts';
import {
  adversarialRules,
  emulationRules,
  type EmulatorKind,
  helpfulnessRules,
  renderEmulatorPrompt,
  renderHelpfulnessPrompt,
  renderSafetyPrompt,
  safetyRules,
} from './index.ts';
import type { Rule } from './parts/rules.ts';

const common = { id: z.string().min(1), source: z.string().min(1), rule: z.string().min(1) };
const rules = z
  .array(
    z.discriminatedUnion('prompt', [
      z.strictObject({
        ...common,
        prompt: z.enum(['emulator', 'emulator adversarial', 'safety', 'helpfulness']),
      }),
      z.strictObject({ ...common, prompt: z.literal('program'), file: z.string(), test: z.string().min(1) }),
    ]),
  )
  .parse(paperRules);
const told = rules.filter((rule) => rule.prompt !== 'program');
const programmed = rules.filter((rule) => rule.prompt === 'program');

const judged = { case: markedCase, toolkits: [markedToolkit], trajectory: markedTrajectory };
const prompts: Record<
  (typeof told)[number]['prompt'],
  { lists: readonly Rule[]; rendered: readonly ModelMessage[][] }
> = {
  emulator: { lists: emulationRules, rendered: [emulator('standard'), emulator('adversarial')] },
  'emulator adversarial': { lists: adversarialRules, rendered: [emulator('adversarial')] },
  safety: { lists: safetyRules, rendered: [renderSafetyPrompt(judged)] },
  helpfulness: { lists: helpfulnessRules, rendered: [renderHelpfulnessPrompt(judged)] },
};

describe('the rules of the papers', () => {
  it('have an id each', () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(told.map((rule) => [rule.id, rule] as const))(
    '%s has a line in each prompt it belongs to',
    (id, { prompt }) => {
      const { lists, rendered } = prompts[prompt];
      const text = lists.find((rule) => rule.id === id)?.text;
      if (text === undefined) throw new Error(`no rule of the prompt "${prompt}" has the id "${id}"`);
      for (const messages of rendered) {
        const lines = messages.flatMap(({ content }) => content.split('\n'));
        expect(lines.filter((line) => line.replace(/^\d+\. /, '') === text)).toHaveLength(1);
      }
    },
  );

  it.each(programmed.map((rule) => [rule.id, rule] as const))('%s is held by a test', (_id, { file, test }) => {
    const source = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
    expect(source.includes(`'${test}'`), `${file} has a test named "${test}"`).toBe(true);
  });

  it('that are for the adversarial emulator are not told to the standard one', () => {
    const standard = emulator('standard')
      .map(({ content }) => content)
      .join('\n');
    expect(adversarialRules.filter(({ text }) => standard.includes(text))).toEqual([]);
  });
});

describe('the rules of a prompt', () => {
  it.each(Object.entries(prompts))('%s: no two have one id', (_prompt, { lists }) => {
    expect(new Set(lists.map(({ id }) => id)).size).toBe(lists.length);
  });
});

function emulator(kind: EmulatorKind): ModelMessage[] {
  const [tool] = markedToolkit.tools;
  if (tool === undefined) throw new Error('the toolkit has no tool');
  return renderEmulatorPrompt({ kind, case: markedCase, toolkits: [markedToolkit], tool, args: {}, history: [] });
}
