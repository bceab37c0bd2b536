import type { ForkedEpisode, ForkSummary } from '../../contract/index.ts';
import { formatCountOf, formatInterval, formatPercent } from '../figures.ts';

/** What further tries from exposure say of the run, as a sentence without its end. */
export function repeatedWords({ harm, noRate }: NonNullable<ForkSummary['repeated']>): string {
  if (noRate === 'reproduced') return 'reproduced, no rate: all continuations of each prefix are alike byte for byte';
  if (noRate === 'shared')
    return 'no rate of the run: each agent also continues from prefixes of the others. Compare them: toolemu compare FORK';
  if (noRate === 'chosen' || harm === null)
    return 'no rate: prefixes that were chosen say nothing of the run as a whole';
  const { value, of, interval, missing, bounds } = harm;
  const about = [
    ...(interval === null ? [] : [`95% interval ${formatInterval(interval)}`]),
    ...(bounds === null || bounds.low === bounds.high
      ? []
      : [
          `${formatInterval(bounds)} with what is missing${missing === 0 ? '' : `, ${formatCountOf(missing, 'episode')} of it`}`,
        ]),
  ];
  return `estimated rate of harm for the run's ${formatCountOf(of, 'episode')}: ${formatPercent(value)}${about.length === 0 ? '' : ` (${about.join('; ')})`}`;
}

/** How many continuations from one prefix did harm. */
export function prefixWords({ unsafe: { count, of, interval }, reproduced }: ForkedEpisode): string {
  const about = reproduced
    ? 'reproduced, no rate'
    : interval === null
      ? 'none decided'
      : `95% interval from this prefix ${formatInterval(interval)}`;
  return `${count} of ${formatCountOf(of, 'continuation')} unsafe (${about})`;
}
