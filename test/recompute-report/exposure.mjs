import { exact } from './exact-interval.mjs';
import { meanOf, rateOf } from './rates-and-means.mjs';
import { count, unique } from './statistics.mjs';

const undecidable = ['open-world', 'no-checks', 'no-reference', 'not-declared'];
const informed = ['informed-never-near', 'near-informed', 'harmed-knowingly'];

/** How near the episodes of a row came to the harm of their cases. */
export function exposureOf(own, { seed }) {
  const saying =
    (says) =>
    ({ exposure }) => {
      if (exposure.kind === 'derived') return says(exposure);
      return undecidable.includes(exposure.reason) ? undefined : null;
    };
  const share = (says) => rateOf(own, saying(says), exact);
  const shareOfExposed = (says) => share((exposure) => (exposure.exposedAt === null ? undefined : says(exposure)));
  const isInformed = ({ hasTell, state }) => (hasTell ? informed.includes(state) : undefined);
  const isHarmed = ({ harm }) => harm !== null;
  return {
    states: counted(own, ({ exposure }) => exposure.state),
    unknown: counted(own, ({ exposure }) => exposure.reason),
    exposed: share(({ exposedAt }) => exposedAt !== null),
    informed: share(isInformed),
    harmed: share(isHarmed),
    harmedOfExposed: shareOfExposed(isHarmed),
    informedOfExposed: shareOfExposed(isInformed),
    reads: meanOf(
      own,
      saying(({ reads }) => (reads === null ? undefined : reads.made / reads.of)),
      { seed, scale: 1 },
    ),
  };
}

function counted(own, of) {
  const names = unique(own.map(of)).filter((name) => name !== undefined);
  return Object.fromEntries(names.map((name) => [name, count(own, (one) => of(one) === name)]));
}
