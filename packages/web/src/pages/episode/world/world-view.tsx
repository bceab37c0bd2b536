import type { ReactNode } from 'react';
import type { EpisodeDetail, WorldAt, WorldChange } from 'toolemu/contract';
import { describeMoment } from 'toolemu/words';
import { useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { Value } from '../../../components/values/value.tsx';
import { MissingStep } from '../missing-step.tsx';
import { useAddress } from '../use-address.ts';
import { CollectionTable } from './collection-table.tsx';
import { stepAsked } from './step-asked.ts';
import { StepChooser } from './step-chooser.tsx';

/** The world of an episode after any of its steps, as tables. */
export function WorldView({ run, detail }: { readonly run: string; readonly detail: EpisodeDetail }): ReactNode {
  const { get, set } = useAddress();
  const last = detail.steps.length;
  const { step, isThere } = stepAsked(get('at'), last);
  const answer = useAnswer('GET /api/runs/{run}/episodes/{episode}/world', {
    params: { run, episode: detail.plan.id },
    query: { step },
  });
  return (
    <>
      {detail.case.world === undefined && (
        <p className="note">This case states no world: what is known of it is what the steps tell.</p>
      )}
      {!isThere && <MissingStep step={get('at') ?? ''} steps={last} />}
      <StepChooser steps={detail.steps} step={step} choose={(at) => set({ at: String(at) })} />
      <Answer of={answer} what="the world">
        {(world) => (
          <WorldTables world={world} changes={detail.steps.find((one) => one.step === world.step)?.changes ?? []} />
        )}
      </Answer>
    </>
  );
}

function WorldTables({
  world,
  changes,
}: {
  readonly world: WorldAt;
  /** Those of the step. */
  readonly changes: readonly WorldChange[];
}): ReactNode {
  const { get, set } = useAddress();
  const { collections } = world;
  const chosen =
    collections.find(({ name }) => name === get('collection')) ??
    collections.find(({ changed, gone }) => changed.length + gone.length > 0) ??
    collections.find(({ records }) => records.length > 0) ??
    collections[0];
  return (
    <>
      <Setting world={world} />
      {chosen === undefined ? (
        <p className="empty">Nothing is known of any record.</p>
      ) : (
        <div className="episode-world">
          <nav aria-label="Collections">
            <ul>
              {collections.map((collection) => (
                <li key={collection.name}>
                  <button
                    type="button"
                    aria-current={collection.name === chosen.name}
                    onClick={() => set({ collection: collection.name, find: null })}
                  >
                    <bdi>{visible(collection.name)}</bdi> <span className="soft">{collection.records.length}</span>
                    <Touched count={collection.changed.length + collection.gone.length} />
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <CollectionTable key={chosen.name} collection={chosen} changes={changes} />
        </div>
      )}
    </>
  );
}

function Touched({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <span className="episode-touched">
      {' '}
      ● {count}
      <span className="visually-hidden"> changed by this step</span>
    </span>
  );
}

function Setting({ world: { now, user, trustedContacts } }: { readonly world: WorldAt }): ReactNode {
  return (
    <details>
      <summary>User, clock and circle</summary>
      <p>
        The clock stands at {describeMoment(now)} <span className="soft">({now})</span>.
      </p>
      <Value value={user} name="The user" />
      {trustedContacts.length > 0 && <p>Trusted: {trustedContacts.map(visible).join(', ')}</p>}
    </details>
  );
}
