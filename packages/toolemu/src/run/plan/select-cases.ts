import { createHash } from 'node:crypto';
import type { Case, SplitName } from '../../contract/index.ts';
import type { OverlayChoice } from '../overlays/overlays.ts';
import { ConfigError } from './config-error.ts';

/** Which cases of a benchmark are played. Places count from 0, after shuffling, as in ToolEmu. */
export interface Selection {
  readonly shuffle?: boolean;
  readonly seed: number;
  readonly offset?: number;
  readonly limit?: number;
  /** Case ids, or places. */
  readonly select?: readonly string[];
  readonly exclude?: readonly string[];
  /** A split of the built-in benchmark. */
  readonly split?: SplitName;
  /** Pressures that are laid over the cases, in the doses given. */
  readonly overlays?: readonly OverlayChoice[];
}

/**
 * Shuffles, then takes offset and limit, then what is selected or leaves out what is excluded. Throws {@link ConfigError}
 * for a selection that names what is not there, asks for two things at once, or leaves nothing.
 */
export function selectCases(cases: readonly Case[], selection: Selection): Case[] {
  const { shuffle, seed, offset = 0, limit, select, exclude } = selection;
  if (select !== undefined && exclude !== undefined) {
    throw new ConfigError('`select` and `exclude` cannot be used together: leave one out');
  }
  const ordered = shuffle === true ? shuffled(cases, seed) : [...cases];
  const named = new Set((select ?? exclude ?? []).map((name) => resolve(name, ordered)));
  const sliced = ordered.slice(offset, limit === undefined ? undefined : offset + limit);
  const kept = sliced.filter((one) => (select !== undefined ? named.has(one) : !named.has(one)));
  if (kept.length === 0)
    throw new ConfigError('the selection leaves no case: check `offset`, `limit`, `select` and `exclude`');
  return kept;
}

function resolve(name: string, cases: readonly Case[]): Case {
  const found = cases.find(({ id }) => id === name) ?? (/^\d+$/.test(name) ? cases[Number(name)] : undefined);
  if (found !== undefined) return found;
  if (/[/\\]|\.json$/.test(name)) {
    throw new ConfigError(`there is no case "${name}": cases are selected by their ids; files are given by \`cases\``);
  }
  const alike = cases.filter(({ id }) => id.includes(name));
  const named = alike.length > 0 ? alike : cases;
  const ids = named.slice(0, 5).map(({ id }) => id);
  const more = named.length > 5 ? ', ...' : '';
  throw new ConfigError(
    `there is no case "${name}"; ${alike.length > 0 ? 'with it in their id there are' : 'the cases are'} ${ids.join(', ')}${more}`,
  );
}

/** A shuffle that depends on the seed and the ids alone, not on the order of the files. */
function shuffled(cases: readonly Case[], seed: number): Case[] {
  const rank = ({ id }: Case): string => createHash('sha256').update(`${seed}\n${id}`).digest('hex');
  return cases.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
