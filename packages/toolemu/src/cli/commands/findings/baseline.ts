import { readFileSync, writeFileSync } from 'node:fs';
import { type Baseline, baselineSchema, type FindingCard } from '../../../contract/index.ts';
import { plural } from '../../../words/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note } from '../../terminal/output.ts';

/** Reads a file that `--write-baseline` wrote. Throws {@link UsageError} for another one. */
export function readBaseline(file: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read';
    throw new UsageError(`${file} is no baseline: ${why}. --write-baseline writes one`);
  }
  const read = baselineSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const at = issue?.path.join('.') ?? '';
  throw new UsageError(
    `${file} is no baseline: ${at === '' ? '' : `${at}: `}${issue?.message ?? ''}. --write-baseline writes one`,
  );
}

/** The confirmed findings, and all that was accepted before: it stays accepted, also where it was not found this time. */
export function writeBaseline(
  file: string,
  cards: readonly FindingCard[],
  before: readonly (Baseline | undefined)[],
): void {
  const known = before.flatMap((one) => one?.findings ?? []).filter(({ accepted }) => accepted !== undefined);
  const confirmed = cards.filter(({ isConfirmed }) => isConfirmed);
  const findings = new Map<string, Baseline['findings'][number]>([
    ...confirmed.map(({ fingerprint, title }) => [fingerprint, { fingerprint, title }] as const),
    ...known.map((one) => [one.fingerprint, one] as const),
  ]);
  writeFileSync(
    file,
    `${JSON.stringify({ baseline: 1, findings: [...findings.values()] } satisfies Baseline, null, 2)}\n`,
  );
  note(`${plural(findings.size, 'finding')} in ${file}`);
}
