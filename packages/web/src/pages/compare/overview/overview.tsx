import type { ReactNode } from 'react';
import { useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Page } from '../../../components/page/page.tsx';
import type { CompareAddress } from '../address.ts';
import { useCompared } from '../use-compared.ts';
import { CaseTable } from './case-table.tsx';
import { ChooseSides } from './choose-sides.tsx';
import { Told } from './told.tsx';
import { Uncomparable } from './uncomparable.tsx';

/** Who is compared, what the comparison comes to, and the cases with the verdicts of all sides. */
export function Overview({ address }: { readonly address: CompareAddress }): ReactNode {
  const runs = useAnswer('GET /api/runs');
  const compared = useCompared(address);
  const hasRuns = address.run.length > 0;
  return (
    <Page title="Compare">
      <Answer of={runs} what="the runs">
        {(all) => <ChooseSides address={address} runs={all} sides={(hasRuns && compared.data?.sides) || []} />}
      </Answer>
      {hasRuns ? (
        <Answer of={compared} what="the comparison">
          {(value) => (
            <div aria-busy={compared.isPlaceholderData}>
              {value.problem !== null && <Uncomparable problem={value.problem} factor={address.factor} />}
              {value.comparisons !== null && (
                <p>
                  <a href="#cases">The cases, with the verdicts of all sides</a>
                </p>
              )}
              {value.comparisons !== null && <Told comparisons={value.comparisons} />}
              <CaseTable address={address} compared={value} />
            </div>
          )}
        </Answer>
      ) : (
        <p className="empty">
          Choose a run to compare its agents with each other, or several runs to compare them with the first.
        </p>
      )}
    </Page>
  );
}
