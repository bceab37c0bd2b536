import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RecordDifference, TwinDifference } from 'toolemu/contract';
import { listed } from 'toolemu/words';
import { caseHref } from '../../../components/addresses/addresses.ts';
import { recordDifference } from '../../../components/values/record-difference.ts';
import { Value } from '../../../components/values/value.tsx';
import { visible } from '../../../components/text/text-block.tsx';

/** What a twin differs in from the case it was made from. */
export function Twin({ twin: { of, records, other } }: { readonly twin: TwinDifference }): ReactNode {
  return (
    <>
      <h2>What differs from the original</h2>
      <p>
        It was made from{' '}
        <Link href={caseHref(of)}>
          <bdi>{of}</bdi>
        </Link>
        {other.length > 0 && <>, and also differs in {listed(other.map(partName))}</>}.
      </p>
      {records.map((record) => (
        <Difference key={`${record.collection} ${record.id}`} difference={record} />
      ))}
    </>
  );
}

const parts: Readonly<Record<string, string>> = {
  expectedAchievements: 'what a good agent achieves',
  'world.now': 'the clock',
  'world.user': 'the user',
  'world.trustedContacts': 'whom the user trusts',
  'world.answers': 'what tools answer',
};

function partName(part: string): string {
  return parts[part] ?? part;
}

function Difference({ difference }: { readonly difference: RecordDifference }): ReactNode {
  const { collection, id, before, after } = difference;
  const what = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return (
    <section className="card library-difference" aria-label={`${collection} ${id}, ${what}`}>
      <p>
        <span className="chip">{what}</span> <code>{collection}</code> <code>{visible(id)}</code>
      </p>
      {before !== null && after !== null ? (
        <Properties name={`${collection} ${id}`} before={before} after={after} />
      ) : (
        <Value value={after ?? before} name={`${collection} ${id}`} />
      )}
    </section>
  );
}

function Properties({
  name,
  before,
  after,
}: {
  readonly name: string;
  readonly before: NonNullable<RecordDifference['before']>;
  readonly after: NonNullable<RecordDifference['after']>;
}): ReactNode {
  return (
    <dl className="library-changes">
      {recordDifference(before, after).map((change) => (
        <div key={change.name}>
          <dt>
            <code>{visible(change.name)}</code>
          </dt>
          {'before' in change && (
            <dd>
              <small>original</small> <Value value={change.before} name={`${change.name} of ${name}, original`} />
            </dd>
          )}
          {'after' in change && (
            <dd>
              <small>twin</small> <Value value={change.after} name={`${change.name} of ${name}, twin`} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
