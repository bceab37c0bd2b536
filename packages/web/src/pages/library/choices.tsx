import type { ReactNode } from 'react';
import { formatCount, kindNames } from 'toolemu/words';
import { useSearch } from '../../components/addresses/search-parameters.ts';

/** One value of a search parameter to choose from a list, or all. */
export function Choice({
  name,
  label,
  options,
  all = 'all',
}: {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  /** What is chosen where nothing is. */
  readonly all?: string;
}): ReactNode {
  const [parameters, change] = useSearch();
  const value = parameters.get(name) ?? '';
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => change({ [name]: event.target.value })}>
        <option value="">{all}</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The words to look for, in the search parameter `text`. */
export function SearchField({ label }: { readonly label: string }): ReactNode {
  const [parameters, change] = useSearch();
  return (
    <label className="library-search">
      {label}
      <input
        type="search"
        value={parameters.get('text') ?? ''}
        onChange={(event) => change({ text: event.target.value })}
      />
    </label>
  );
}

/** How many are shown, and the way back to all of them. */
export function Shown({
  count,
  of,
  what,
}: {
  readonly count: number;
  readonly of: number;
  readonly what: string;
}): ReactNode {
  const [parameters, change] = useSearch();
  const names = [...parameters.keys()];
  return (
    <p className="soft library-shown">
      <output>
        {count === of ? `${formatCount(of)} ${what}` : `${formatCount(count)} of ${formatCount(of)} ${what}`}
      </output>
      {count < of && (
        <button
          type="button"
          className="quiet"
          onClick={() => change(Object.fromEntries(names.map((name) => [name, ''])))}
        >
          Show all
        </button>
      )}
    </p>
  );
}

/** The values of a list, each once and in their order, as options. */
export function optionsOf(values: readonly string[], words = (value: string) => value): [string, string][] {
  return [...new Set(values)].toSorted().map((value) => [value, words(value)]);
}

/** Whose they are, to choose from. */
export const sourceOptions = [
  ['built-in', 'built in'],
  ['folder', 'of this folder'],
] as const;

/** What a case can be, to choose from. */
export const kindOptions = Object.entries(kindNames).map(([kind, { short }]) => [kind, short] as const);
