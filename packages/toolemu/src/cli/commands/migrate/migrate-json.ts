import { isDeepStrictEqual } from 'node:util';
import { type Json, type OldName, type RenamedKind, withCurrentNames, readJson } from '../../../contract/index.ts';

/** A text of JSON under current names. */
export interface MigratedText {
  readonly text: string;
  readonly oldNames: readonly OldName[];
}

/**
 * Renames the keys of a JSON text and leaves every other character as it is. Throws `SyntaxError` for a text that is not
 * JSON.
 */
export function migrateJson(text: string, kindOf: (value: Json) => RenamedKind | null): MigratedText {
  const value = readJson(text.replace(/^\uFEFF/, ''));
  const items = Array.isArray(value) ? value.map((item, at) => [`$[${at}]`, item] as const) : [['$', value] as const];
  const changed = items.map(([place, item]) => {
    const kind = kindOf(item);
    const { value: current, oldNames } = kind === null ? { value: item, oldNames: [] } : withCurrentNames(kind, item);
    return { current, oldNames: oldNames.map((one) => ({ ...one, path: `${place}${one.path.slice(1)}` })) };
  });
  const oldNames = changed.flatMap((one) => one.oldNames);
  if (oldNames.length === 0) return { text, oldNames };
  const rewritten = renameKeys(text, new Map(oldNames.map(({ path, current }) => [path, current])));
  const expected = Array.isArray(value) ? changed.map(({ current }) => current) : changed[0]?.current;
  if (!isDeepStrictEqual(JSON.parse(rewritten.replace(/^\uFEFF/, '')), expected))
    throw new SyntaxError('a key stands in it twice');
  return { text: rewritten, oldNames };
}

/** The same line by line, as in JSONL. */
export function migrateJsonLines(text: string, kindOf: (value: Json) => RenamedKind | null): MigratedText {
  const lines = text
    .split('\n')
    .map((line) => (line.trim() === '' ? { text: line, oldNames: [] } : migrateJson(line, kindOf)));
  return { text: lines.map((line) => line.text).join('\n'), oldNames: lines.flatMap(({ oldNames }) => oldNames) };
}

interface Level {
  readonly path: string;
  readonly isArray: boolean;
  /** The item or the key at which the scan is. */
  at: number | string;
  isKeyNext: boolean;
}

/** Replaces keys by their paths. The text is JSON. */
function renameKeys(text: string, names: ReadonlyMap<string, string>): string {
  const levels: Level[] = [];
  const pathOf = (): string => {
    const level = levels.at(-1);
    if (level === undefined) return '$';
    return level.isArray ? `${level.path}[${level.at}]` : `${level.path}.${level.at}`;
  };
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) => {
    const level = levels.at(-1);
    if (token === '{') levels.push({ path: pathOf(), isArray: false, at: '', isKeyNext: true });
    else if (token === '[') levels.push({ path: pathOf(), isArray: true, at: 0, isKeyNext: false });
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level?.isArray === true) level.at = Number(level.at) + 1;
    else if (token === ',' && level !== undefined) level.isKeyNext = true;
    else if (token.startsWith('"') && level?.isKeyNext === true) {
      level.at = JSON.parse(token) as string;
      level.isKeyNext = false;
      const name = names.get(pathOf());
      return name === undefined ? token : JSON.stringify(name);
    }
    return token;
  });
}
