import { isObject, parsedObject } from '../../../components/json/json.ts';
import { keepText, keptText } from '../../../components/kept-text.ts';
import type { SetUp } from './set-up.ts';

const texts = ['written', 'pasted', 'toolkits', 'words'] as const;
const choices = ['source', 'caseId', 'agent', 'emulator', 'evaluators', 'maxSteps', 'begin'] as const;

/** A form as it was left in this tab; what the address says of it counts more. */
export function withKept(first: SetUp, search: URLSearchParams): SetUp {
  const written = texts.map((name) => [name, keptText(keyOf(name)) ?? first[name]] as const);
  return { ...withChoices(first, keptText(keyOf('choices')), search), ...Object.fromEntries(written) };
}

/** Keeps a form in this tab: texts where they are not what the form begins with, and all that is chosen. */
export function keepSetUp(setUp: SetUp, first: SetUp): void {
  for (const name of texts) keepText(keyOf(name), setUp[name] === first[name] ? null : setUp[name]);
  keepText(keyOf('choices'), JSON.stringify(Object.fromEntries(choices.map((name) => [name, setUp[name]]))));
}

/** A form with choices that were kept as JSON, but for what the address says. */
export function withChoices(first: SetUp, kept: string | null, search: URLSearchParams): SetUp {
  const found = kept === null ? null : parsedObject(kept);
  if (found === null) return first;
  const before = Object.fromEntries(choices.map((name) => [name, likeOf(first[name], found[name])]));
  // Each choice is of the sort the form begins with.
  const merged = { ...first, ...before } as SetUp;
  const saysCase = search.has('case') || search.has('source');
  return {
    ...merged,
    ...(saysCase ? { source: first.source, caseId: first.caseId } : {}),
    agent: { ...merged.agent, ...(search.has('agent') ? { kind: first.agent.kind } : {}) },
    emulator: { ...merged.emulator, ...(search.has('emulator') ? { kind: first.emulator.kind } : {}) },
  };
}

/** What was kept, where it is of the sort of what the form begins with. */
function likeOf(first: unknown, kept: unknown): unknown {
  if (typeof first !== 'object' || first === null) {
    const isList = first === null && Array.isArray(kept);
    return isList || typeof kept === typeof first ? kept : first;
  }
  if (!isObject(kept)) return first;
  return Object.fromEntries(Object.entries(first).map(([name, value]) => [name, likeOf(value, kept[name])]));
}

function keyOf(name: string): string {
  return `toolemu playground: ${name}`;
}
