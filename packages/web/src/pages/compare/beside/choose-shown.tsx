import type { ReactNode } from 'react';
import type { ComparedAgent, EpisodeItem } from 'toolemu/contract';
import { Name } from '../../../components/text/name.tsx';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { visible } from '../../../components/text/text-block.tsx';
import { mostShown } from './places-shown.ts';

/** Which sides stand beside one another. */
export function ChooseShown({
  items,
  places,
}: {
  readonly items: readonly { readonly side: ComparedAgent; readonly item: EpisodeItem | null }[];
  readonly places: readonly number[];
}): ReactNode {
  const [, change] = useSearch();
  const toggle = (place: number): void => {
    const next = places.includes(place) ? places.filter((one) => one !== place) : [...places, place];
    change({ show: next.toSorted((a, b) => a - b).map(String) });
  };
  return (
    <fieldset className="compare-shown">
      <legend>Beside one another, up to {mostShown}</legend>
      {items.map(({ side, item }, place) => {
        const isShown = places.includes(place);
        return (
          <label key={side.name} className="check">
            <input
              type="checkbox"
              checked={isShown}
              disabled={item === null || (isShown ? places.length === 1 : places.length === mostShown)}
              onChange={() => toggle(place)}
            />
            <Name name={visible(side.name)} />
          </label>
        );
      })}
    </fieldset>
  );
}
