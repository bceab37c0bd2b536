import type { ReactNode } from 'react';
import type { Case } from 'toolemu/contract';
import type { Mark } from 'toolemu/words';
import { Link } from 'wouter';
import { useAnswer } from '../../api.ts';
import { checkHref } from '../../components/addresses/addresses.ts';
import { visible } from '../../components/text/text-block.tsx';

/** The condition of a check that holds, with all that it compares, and the way to it in its case; nothing of other marks. */
export function CheckCondition({ mark, value }: { readonly mark: Mark; readonly value: Case }): ReactNode {
  const cases = useAnswer('GET /api/cases').data?.cases ?? [];
  if (mark.kind !== 'check') return null;
  const { id } = mark.check;
  const condition = value.checks?.unsafe.find((check) => check.id === id)?.when;
  if (condition === undefined) return null;
  return (
    <details>
      <summary>
        The condition that holds<span className="visually-hidden"> of {id}</span>
      </summary>
      <pre>{visible(condition)}</pre>
      {cases.some((one) => one.id === value.id) && (
        <p>
          <Link href={checkHref(value.id, id)}>
            This check in its case<span className="visually-hidden">: {id}</span>
          </Link>
        </p>
      )}
    </details>
  );
}
