import { type Manifest, parametersIn, type Shard } from '../../contract/index.ts';
import { addLabel, countPlans, plansOf, RunFile, setTags } from '../../store/index.ts';
import { openEpisodes } from '../run.ts';

/** Parts that are no whole run: what is wrong with them, a sentence each. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
  /** The parameters that the message names. */
  readonly parameters = parametersIn(this.message);
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** What was merged. */
export interface Merged {
  readonly file: string;
  readonly shards: number;
  readonly episodes: number;
  /** Episodes that are still to be played, with `partial`. */
  readonly open: number;
  /** What it lacks, a sentence each: parts that are missing or not finished, with `partial`. */
  readonly lacking: readonly string[];
}

interface Part {
  readonly file: RunFile;
  readonly shard: Shard;
}

/**
 * Makes one run of its parts, as it would be had it not been split. Throws a `MergeError` where they do not belong
 * together, where one is missing or is not finished; with `partial` the last two are let pass.
 */
export function mergeRuns(
  paths: readonly string[],
  { out, partial = false }: { readonly out: string; readonly partial?: boolean },
): Merged {
  const files = paths.map((path) => RunFile.read(path));
  try {
    const parts = partsOf(files);
    const lacking = [...missingParts(parts), ...unfinished(parts)];
    if (lacking.length > 0 && !partial) throw new MergeError(lacking);
    const { shard } = parts[0] as Part;
    const open = parts.reduce((sum, { file }) => sum + openEpisodes(file).open.length, 0);
    const episodes = write(parts, out);
    return { file: out, shards: shard.of, episodes, open, lacking };
  } finally {
    for (const file of files) file.close();
  }
}

/** The parts in their order. */
function partsOf(files: readonly RunFile[]): Part[] {
  const problems: string[] = [];
  const parts = files.flatMap((file): Part[] => {
    const { shard } = file.manifest;
    if (shard !== undefined) return [{ file, shard }];
    problems.push(`${file.path} is no part of a run: a part is played with \`shard: '1/4'\``);
    return [];
  });
  const [first] = parts;
  for (const { file, shard } of parts) {
    if (first !== undefined && (shard.run !== first.shard.run || shard.of !== first.shard.of))
      problems.push(`${file.path} is a part of another run than ${first.file.path}: ${differenceOf(file, first.file)}`);
  }
  for (const [index, same] of Map.groupBy(parts, ({ shard }) => shard.index)) {
    if (same.length > 1)
      problems.push(`part ${index} is there ${same.length} times: ${same.map(({ file }) => file.path).join(', ')}`);
  }
  if (problems.length > 0) throw new MergeError(problems);
  return parts.toSorted((one, other) => one.shard.index - other.shard.index);
}

/** In what the runs of two parts differ, in the order in which a user would look for it. */
function differenceOf({ manifest: one }: RunFile, { manifest: other }: RunFile): string {
  const lists: readonly [string, unknown, unknown][] = [
    ['the version of toolemu differs', one.toolemu, other.toolemu],
    ['the number of parts differs', one.shard?.of, other.shard?.of],
    ['the configuration differs', one.config, other.config],
    ['the prompts differ', one.hashes.prompts, other.hashes.prompts],
    ['the cases differ', one.shard?.cases, other.shard?.cases],
    ['the toolkits differ', one.shard?.toolkits, other.shard?.toolkits],
  ];
  const found = lists.find(([, a, b]) => JSON.stringify(a) !== JSON.stringify(b));
  return found === undefined ? 'a case or a toolkit was changed between them' : found[0];
}

function missingParts(parts: readonly Part[]): string[] {
  const [first] = parts;
  if (first === undefined) return ['there is nothing to merge'];
  const there = new Set(parts.map(({ shard }) => shard.index));
  return Array.from({ length: first.shard.of }, (_, at) => at + 1)
    .filter((index) => !there.has(index))
    .map(
      (index) => `part ${index} of ${first.shard.of} is missing: play it with \`shard: '${index}/${first.shard.of}'\``,
    );
}

function unfinished(parts: readonly Part[]): string[] {
  return parts.flatMap(({ file, shard }) => {
    if (file.isBeingWritten()) return [`part ${shard.index} is being written: ${file.path}`];
    const { open } = openEpisodes(file);
    if (open.length === 0) return [];
    const count = `${open.length} of ${countPlans(file.manifest)}`;
    return [`part ${shard.index} is not finished, ${count} episodes are to be played: resume ${file.path}`];
  });
}

/** Writes the merged run, and gives how many episodes it holds; nothing is left of it where that fails. */
function write(parts: readonly Part[], out: string): number {
  const merged = RunFile.create(out, headOf(parts));
  try {
    // Steps and results name the calls that they rest on.
    for (const { file } of parts) merged.copyCalls(file);
    const owner = new Map(parts.flatMap(({ file }) => file.manifest.cases.map(({ id }) => [id, file] as const)));
    for (const plan of plansOf(merged.manifest)) {
      const from = owner.get(plan.caseId);
      if (from !== undefined) merged.copyEpisode(from, plan.id);
    }
    const { begun } = merged.counts();
    merged.close();
    for (const { file } of parts) {
      for (const { episode, ...label } of file.labels()) addLabel(out, episode, label);
    }
    const tags = new Set(parts.flatMap(({ file }) => file.tags()));
    if (tags.size > 0) setTags(out, [...tags]);
    return begun;
  } catch (error) {
    merged.discard();
    throw error;
  }
}

function headOf(parts: readonly Part[]): Omit<Manifest, 'format'> {
  const [{ file: first, shard }] = parts as [Part];
  const manifests = parts.map(({ file }) => file.manifest);
  const { format: _format, shard: _shard, ...head } = first.manifest;
  const cases = new Map(manifests.flatMap((one) => one.cases).map((one) => [one.id, one]));
  const toolkits = new Map(manifests.flatMap((one) => one.toolkits).map((one) => [one.name, one]));
  return {
    ...head,
    createdAt: manifests.map(({ createdAt }) => createdAt).toSorted()[0] ?? head.createdAt,
    cases: shard.cases.flatMap((id) => cases.get(id) ?? []),
    toolkits: shard.toolkits.flatMap((name) => toolkits.get(name) ?? []),
    hashes: {
      ...head.hashes,
      cases: Object.assign({}, ...manifests.map(({ hashes }) => hashes.cases)),
      toolkits: Object.assign({}, ...manifests.map(({ hashes }) => hashes.toolkits)),
    },
  };
}
