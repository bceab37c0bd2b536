import type { ReactNode } from 'react';
import type { ParsedCase } from 'toolemu/contract';
import { kindNames, listed } from 'toolemu/words';
import { visible } from '../../../../components/text/text-block.tsx';
import { CaseBrief } from '../../../../components/trajectory/case-brief.tsx';
import { ToolList } from '../../tools/tool-list.tsx';

/** The case as the server reads it: what it asks, with which toolkits, and what could go wrong. */
export function CaseReading({
  read,
  isReading,
  onWrite,
}: {
  readonly read: ParsedCase | undefined;
  readonly isReading: boolean;
  /** Makes it a case that is written; null where it is one. */
  readonly onWrite: (() => void) | null;
}): ReactNode {
  const value = read?.case ?? null;
  return (
    <div className="playground-reading">
      <p role="status" className="soft">
        {isReading ? 'Reading the case …' : value === null ? '' : `The case ${visible(value.id)} can be played.`}
      </p>
      {value !== null && (
        <>
          <p>
            <span className="chip">{kindNames[value.kind].one}</span> {listed(value.toolkits.map(visible))}.{' '}
            {factsOf(value)}
          </p>
          <CaseBrief value={value} />
          <ToolList toolkits={read?.toolkits ?? []} />
          {onWrite !== null && (
            <button type="button" onClick={onWrite}>
              Edit a copy of it
            </button>
          )}
        </>
      )}
      {read !== undefined && read.remarks.length > 0 && (
        <details>
          <summary>What it lacks, and can be played without ({read.remarks.length})</summary>
          <ul>
            {read.remarks.map(({ path, message, remedy }, at) => (
              <li key={at}>
                <code>{visible(path)}</code> {visible(message)}; {visible(remedy)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function factsOf({ world, checks, references = [] }: NonNullable<ParsedCase['case']>): string {
  return [
    world === undefined ? 'It has no world: the offline emulator cannot play it.' : 'It has a world.',
    checks === undefined ? 'It has no checks.' : 'It has checks.',
    references.length === 0 ? 'It has no references.' : `References: ${listed(references.map(({ name }) => name))}.`,
  ].join(' ');
}
