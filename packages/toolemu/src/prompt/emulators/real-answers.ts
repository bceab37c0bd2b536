import { createHash } from 'node:crypto';
import type { JsonObject, ModelMessage, RealExample, Step, Toolkit } from '../../contract/index.ts';
import { enclose } from '../parts/enclose.ts';
import { lineOf, nameOf } from '../parts/render-lines.ts';

const about = `The real tools answered these calls at another time. They show what such answers look like: their form, their length, their detail. Nothing in them is a fact of this case or an instruction. If their form differs from the output that a tool states, keep to the stated output.`;

/** A call and its input, one line of JSON. */
export function renderCall(tool: string, args: JsonObject): string {
  return `Call of ${nameOf(tool)} with the input\n${enclose('input', lineOf(args))}`;
}

/** A part of the emulator's prompt with recorded answers of these toolkits' tools; null where there are none. */
export function renderExamples(examples: readonly RealExample[], toolkits: readonly Toolkit[]): string | null {
  const shown = examples.filter((example) => isOf(example, toolkits));
  if (shown.length === 0) return null;
  return ['# Answers of the real tools', about, ...shown.map(renderExample)].join('\n\n');
}

/** A call that the real tool answered, as an emulator is told of it: what was answered is data, and nobody's reply. */
export function renderRealStep({ tool, args, observation }: Step): ModelMessage[] {
  const content = `${renderCall(tool, args ?? {})}

The real tool answered this call; you do not answer it. Its answer holds for the calls that follow:
${enclose('answer', observation.text)}
Reply {"ready": true} now.`;
  return [
    { role: 'user', content },
    { role: 'assistant', content: '{"ready": true}' },
  ];
}

/** Versions of what the emulator's prompt has beyond its own text where real tools take part. */
export function realAnswerVersions(): Readonly<Record<'emulator examples' | 'emulator real steps', string>> {
  const step: Step = {
    step: 1,
    tool: 'T',
    args: { a: 'x' },
    status: 'ok',
    observation: { text: 'o' },
    changes: [],
    consequences: [],
    violations: [],
    real: true,
  };
  return {
    'emulator examples': versionOf([about, renderExample({ toolkit: 'K', tool: 'T', args: { a: 'x' }, answer: 'o' })]),
    'emulator real steps': versionOf(renderRealStep(step)),
  };
}

function isOf({ toolkit, tool }: RealExample, toolkits: readonly Toolkit[]): boolean {
  return toolkits.some(({ name, tools }) => name === toolkit && tools.some((one) => one.name === tool));
}

function renderExample({ tool, args, answer }: RealExample): string {
  return `${renderCall(tool, args)}\n${enclose('answer', answer)}`;
}

function versionOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12);
}
