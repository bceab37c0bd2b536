import {
  builtinCases,
  builtinToolkits,
  checkCase,
  checkToolkit,
  join,
  loadFiles,
  missingToolEmuToolkits,
  sameNames,
} from '../benchmark/index.ts';
import type { Issue } from '../contract/index.ts';
import { proveCase } from './prove-case.ts';

/** What was checked, and everything wrong with it. */
export interface CheckReport {
  readonly toolkits: number;
  readonly tools: number;
  readonly cases: number;
  readonly references: number;
  readonly issues: Issue[];
}

/**
 * Checks toolkits and cases in files and folders, the built-in ones where no path is given: their shape, their
 * expressions, the names they use, and by playing them whether the references prove what they claim.
 */
export async function checkFiles(paths: readonly string[]): Promise<CheckReport> {
  const builtin = await loadFiles([builtinToolkits, builtinCases]);
  const known = {
    toolkits: builtin.toolkits.map(({ value }) => value),
    cases: builtin.cases.map(({ value }) => value),
  };
  const given = paths.length === 0 ? builtin : await loadFiles(paths, known);
  const issues = [...given.issues, ...sameNames(given), ...missingToolEmuToolkits(given)];

  const unsound = new Set(given.refused);
  for (const toolkit of given.toolkits) {
    const found = checkToolkit(toolkit);
    if (found.length > 0) unsound.add(toolkit.value.name);
    issues.push(...found);
  }
  const names = new Set(given.toolkits.map(({ value }) => value.name));
  const toolkits = [
    ...given.toolkits.map(({ value }) => value),
    ...known.toolkits.filter(({ name }) => !names.has(name)),
  ];
  for (const one of given.cases) {
    if (one.value.toolkits.some((name) => unsound.has(name) || (one.isToolEmu === true && !names.has(name)))) continue;
    const found = checkCase(one, toolkits);
    issues.push(...found);
    if (found.length > 0) continue;
    const offered = toolkits.filter(({ name }) => one.value.toolkits.includes(name));
    for (const { path, ...issue } of await proveCase(one.value, offered)) {
      issues.push({ file: one.file, path: join(one.place, path), ...issue });
    }
  }
  return {
    toolkits: given.toolkits.length,
    tools: given.toolkits.reduce((sum, { value }) => sum + value.tools.length, 0),
    cases: given.cases.length,
    references: given.cases.reduce((sum, { value }) => sum + (value.references?.length ?? 0), 0),
    issues,
  };
}
