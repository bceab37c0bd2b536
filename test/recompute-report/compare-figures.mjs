import { unique } from './statistics.mjs';

/** The figures in which a report is not what was recomputed, each by its path. */
export function compareFigures(recomputed, report) {
  // Of an episode that was not played there is no line.
  const missing = report.missing.filter(({ result }) => result !== 'episode');
  const sections = Object.keys(recomputed).map((name) => [name, { ...report, missing }[name]]);
  const [ours, theirs] = [recomputed, Object.fromEntries(sections)].map((value) => new Map(figuresIn(value, 'report')));
  const paths = unique([...ours.keys(), ...theirs.keys()]);
  const differing = paths.filter((path) => !isSame(ours.get(path), theirs.get(path)));
  return {
    compared: paths.length,
    differing: differing.map((path) => ({ path, value: theirs.get(path), recomputed: ours.get(path) })),
  };
}

/** The figures in a value, by path. Texts are names: they tell an item of a list from its neighbours, whatever their order. */
function figuresIn(value, path) {
  if (typeof value === 'string') return [];
  if (typeof value !== 'object' || value === null) return [[path, value]];
  const nameOf = (key) => (Array.isArray(value) ? `[${wordsOf(value[key]) ?? key}]` : `.${key}`);
  return Object.keys(value).flatMap((key) => figuresIn(value[key], `${path}${nameOf(key)}`));
}

function wordsOf(item) {
  const words = Object.values(item ?? {}).filter((value) => typeof value === 'string' && value !== '');
  return words.length === 0 ? undefined : words.join(' ');
}

function isSame(one, other) {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
}
