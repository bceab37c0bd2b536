import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CaseItem, Issue, LibrarySource, RiskType, Severity } from 'toolemu/contract';
import { formatCountOf, inWords, kindNames } from 'toolemu/words';
import { toolkitHref } from '../../components/addresses/addresses.ts';
import { visible } from '../../components/text/text-block.tsx';
import { problemWords } from './problem-words.ts';

/** What a case is: red-team, standard, twin. */
export function KindChip({ kind }: { readonly kind: CaseItem['kind'] }): ReactNode {
  return (
    <span className={`chip library-${kind}`} title={kindNames[kind].about}>
      {kindNames[kind].short}
    </span>
  );
}

/** Risk types in words. */
export function Risks({ risks }: { readonly risks: readonly RiskType[] }): ReactNode {
  return risks.map(inWords).join(', ') || <span className="soft">none</span>;
}

/** How bad it may get, told by more than colour. */
export function SeverityChip({ severity }: { readonly severity: Severity }): ReactNode {
  return <span className={`chip library-${severity}`}>{severity}</span>;
}

/** Whose it is. */
export function Source({ source: { file } }: { readonly source: LibrarySource }): ReactNode {
  return file === null ? 'built in' : <bdi>{visible(file)}</bdi>;
}

/** Links to toolkits, in a row. */
export function ToolkitLinks({ names }: { readonly names: readonly string[] }): ReactNode {
  return (
    <ul className="library-row">
      {names.map((name) => (
        <li key={name}>
          <Link href={toolkitHref(name)}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What is wrong, folded where it is much. */
export function Issues({ issues, what }: { readonly issues: readonly Issue[]; readonly what: string }): ReactNode {
  if (issues.length === 0) return null;
  return (
    <details className="problem library-issues" open={issues.length < 6}>
      <summary>
        {formatCountOf(issues.length, 'problem')} in {what}
      </summary>
      <ul>
        {issues.map(({ file, path, message, remedy }, at) => (
          <li key={at}>
            {file !== '' && <bdi className="mono">{visible(file)} </bdi>}
            <code>{visible(path)}</code> {visible(message)} <small>{visible(remedy)}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Where one is among toolkits, cases and their coverage. */
export function LibraryPlaces(): ReactNode {
  return (
    <>
      <Link href="/toolkits">Toolkits</Link> · <Link href="/cases">Cases</Link> · <Link href="/coverage">Coverage</Link>
    </>
  );
}

/** How many problems there are; nothing where there is none. */
export function ProblemChip({ count }: { readonly count: number | null }): ReactNode {
  if (count === null || count === 0) return null;
  return <span className="chip library-severe">{formatCountOf(count, 'problem')}</span>;
}

/** Where it was saved to, just now, and what is wrong with it. */
export function SavedNote({
  source: { file },
  issues,
}: {
  readonly source: LibrarySource;
  readonly issues: readonly Issue[];
}): ReactNode {
  if (file === null) return null;
  return (
    <output className="note library-saved">
      Saved to <bdi>{visible(file)}</bdi>
      {issues.length > 0 && `, with ${visible(problemWords(issues))}`}.
    </output>
  );
}

/** A list of texts, or that there is none. */
export function Texts({ texts }: { readonly texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return <p className="soft">Nothing.</p>;
  return (
    <ul>
      {texts.map((text, at) => (
        <li key={at} dir="auto">
          {visible(text)}
        </li>
      ))}
    </ul>
  );
}
