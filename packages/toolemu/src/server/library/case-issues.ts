import type { Case, Issue, Toolkit } from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { issuesOf, orIssue } from './check-sent.ts';
import type { Kept, Library } from './library.ts';
import { proveToolkit } from '../making/prover.ts';

const checked = new WeakMap<Toolkit, Issue[]>();

const keys = new WeakMap<Case, string>();
const found = new Map<string, readonly Issue[]>();

/** So many cases are remembered. */
const most = 5_000;

/** How long a list is kept waiting, in milliseconds: what was not checked by then is checked for the next one. */
const patience = 1_000;

/** Everything wrong with a case of the folder, beyond its shape; its references are played. The built-in ones are checked before they ship. */
export async function caseIssues(kept: Kept<Case>, library: Library): Promise<readonly Issue[]> {
  const known = knownCaseIssues(kept, library);
  if (known !== null) return known;
  const sourced = { file: '', place: '$', value: kept.value };
  const issues = await issuesOf({ toolkits: [], cases: [sourced], refused: [], issues: [] }, library);
  if (found.size >= most) found.clear();
  found.set(keyOf(kept.value, library), issues);
  return issues;
}

/** The same where it was found before; null where it was not. */
export function knownCaseIssues({ value, source }: Kept<Case>, library: Library): readonly Issue[] | null {
  return source.file === null ? [] : (found.get(keyOf(value, library)) ?? null);
}

/** Checks cases of the folder, as many as a list has time for. */
export async function checkSomeCases(library: Library): Promise<void> {
  const until = performance.now() + patience;
  for (const kept of library.cases) {
    if (performance.now() > until) return;
    await caseIssues(kept, library);
  }
}

/** What a case is checked by: itself, its toolkits, and the case it was made from. */
function keyOf(value: Case, { known }: Library): string {
  const kept = keys.get(value);
  if (kept !== undefined) return kept;
  const toolkits = known.toolkits.filter(({ name }) => value.toolkits.includes(name));
  const original = known.cases.find(({ id }) => id === value.twinOf);
  const key = hashOf([value, toolkits, original ?? null]);
  keys.set(value, key);
  return key;
}

/** What is wrong with a toolkit of the folder, beyond its shape. The built-in ones are checked before they ship. */
export async function toolkitIssues({ value, source }: Kept<Toolkit>): Promise<Issue[]> {
  if (source.file === null) return [];
  const issues = checked.get(value) ?? (await orIssue(proveToolkit({ file: source.file, place: '$', value })));
  checked.set(value, issues);
  return issues;
}
