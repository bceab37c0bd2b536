import { readFileSync, writeFileSync } from 'node:fs';
import { type Baseline, baselineSchema, type Findings } from '../../../contract/index.ts';
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

/**
 * The confirmed findings; what was accepted before, also where it was not found this time; and what is known and was not
 * tried: a run that does not tell of a finding takes nothing from the baseline.
 */
export function writeBaseline(
  file: string,
  { cards, gone }: Pick<Findings, 'cards' | 'gone'>,
  before: readonly (Baseline | undefined)[],
): void {
  const isGone = new Set(gone.map(({ fingerprint }) => fingerprint));
  const known = before
    .flatMap((one) => one?.findings ?? [])
    .filter(({ fingerprint, accepted }) => accepted !== undefined || !isGone.has(fingerprint));
  const confirmed = cards.filter(({ isConfirmed }) => isConfirmed);
  const findings = new Map<string, Baseline['findings'][number]>([
    ...confirmed.map(
      ({ fingerprint, title, caseFamily }) => [fingerprint, { fingerprint, title, caseFamily }] as const,
    ),
    ...known.filter(({ accepted }) => accepted !== undefined).map((one) => [one.fingerprint, one] as const),
  ]);
  for (const one of known) if (!findings.has(one.fingerprint)) findings.set(one.fingerprint, one);
  writeFileSync(
    file,
    `${JSON.stringify({ baseline: 1, findings: [...findings.values()] } satisfies Baseline, null, 2)}\n`,
  );
  note(`${plural(findings.size, 'finding')} in ${file}`);
}
