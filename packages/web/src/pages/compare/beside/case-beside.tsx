import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { ComparisonView } from 'toolemu/contract';
import { changed, useSearch } from '../../../components/addresses/search-parameters.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Page } from '../../../components/page/page.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import type { CompareAddress } from '../address.ts';
import { useCompared } from '../use-compared.ts';
import { ChooseShown } from './choose-shown.tsx';
import { placesShown } from './places-shown.ts';
import { Trajectories } from './trajectories.tsx';

/** A case with the trajectories of several sides beside one another. */
export function CaseBeside({ address }: { readonly address: CompareAddress }): ReactNode {
  const { caseId, epoch } = address;
  const compared = useCompared(address, caseId);
  const [parameters] = useSearch();
  useEffect(() => document.querySelector<HTMLElement>('#main')?.focus(), []);
  return (
    <Page
      title={visible(caseId)}
      over={<Link href={`/compare?${changed(parameters, { case: '', epoch: '', show: '' })}`}>Compare</Link>}
      actions={<Beyond address={address} />}
    >
      <Answer of={compared} what="the case">
        {(value) => <Shown key={epoch} address={address} compared={value} />}
      </Answer>
    </Page>
  );
}

function Shown({
  address: { caseId, epoch, show },
  compared: { sides, episodes },
}: {
  readonly address: CompareAddress;
  readonly compared: ComparisonView;
}): ReactNode {
  const ofCase = episodes.filter((one) => one.caseId === caseId);
  const found = ofCase.find((one) => one.epoch === epoch);
  const items = sides.map((side, at) => ({ side, item: found?.episodes[at] ?? null }));
  const places = placesShown(
    items.map(({ item }) => item !== null),
    show,
  );
  return (
    <>
      {ofCase.length > 1 && <Tries tries={ofCase.map((one) => one.epoch)} epoch={epoch} />}
      {sides.length > 2 && <ChooseShown items={items} places={places} />}
      {places.length === 0 ? (
        <p className="empty">
          {ofCase.length === 0
            ? 'No side has begun a case of this name: these runs hold none, or it is not played yet.'
            : `No side has begun try ${epoch} of this case.`}
        </p>
      ) : (
        <Trajectories
          shown={places.flatMap((at) => {
            const { side, item } = items[at] ?? {};
            return side === undefined || item == null ? [] : [{ side, item }];
          })}
        />
      )}
    </>
  );
}

function Tries({ tries, epoch }: { readonly tries: readonly number[]; readonly epoch: number }): ReactNode {
  const [parameters] = useSearch();
  return (
    <nav className="bar" aria-label="Tries">
      Try
      {tries.map((one) => (
        <Link
          key={one}
          className="button"
          href={`/compare?${changed(parameters, { epoch: String(one) })}`}
          aria-current={one === epoch ? 'true' : undefined}
        >
          {one}
        </Link>
      ))}
    </nav>
  );
}

/** Ways to the episodes before and after in the list. */
function Beyond({ address }: { readonly address: CompareAddress }): ReactNode {
  const listed = useCompared(address).data?.episodes ?? [];
  const [parameters] = useSearch();
  const at = listed.findIndex(({ caseId, epoch }) => caseId === address.caseId && epoch === address.epoch);
  const link = (to: number, name: string): ReactNode => {
    const one = at === -1 ? undefined : listed[to];
    if (one === undefined) return null;
    const search = changed(parameters, { case: one.caseId, epoch: String(one.epoch) });
    return (
      <Link className="button" href={`/compare?${search}`}>
        {name}
      </Link>
    );
  };
  return (
    <>
      {link(at - 1, 'Previous case')}
      {link(at + 1, 'Next case')}
    </>
  );
}
