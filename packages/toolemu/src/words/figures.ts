import type { Cost, Interval, Mean, Rate } from '../contract/index.ts';

/** What stands where there is no figure. */
export const noFigure = '-';

/** Whether there is anything to say of a figure. */
export function hasFigure(figure: Rate | Mean | undefined): boolean {
  return figure !== undefined && figure.of + figure.missing > 0;
}

/** A share from 0 to 1 in percent: `33.3%`, `0%`, `100%`. */
export function formatPercent(share: number | null): string {
  if (share === null) return noFigure;
  return `${(share * 100).toFixed(share > 0 && share < 1 ? 1 : 0)}%`;
}

/** A share in percent with its interval, and with its bounds where undecided episodes leave some: `33.3% [15.2%, 58.3%] (20.0% to 60.0%)`. */
export function formatRate(rate: Rate): string {
  return figureCell(rate, formatPercent).join(' ');
}

/** The parts of a figure: its value, its interval in square brackets, and in round ones its bounds where something is missing. */
export function figureCell(
  { value, interval, bounds, missing }: Rate | Mean,
  format: (value: number | null) => string,
): string[] {
  return [
    format(value),
    ...(interval === null ? [] : [`[${formatInterval(interval, format, ', ')}]`]),
    ...(missing > 0 && bounds !== null ? [`(${formatInterval(bounds, format)})`] : []),
  ];
}

/** What stands under a share: the counts behind it, its interval, and its bounds where some are undecided. */
export function rateNotes({ count, of, interval, bounds, missing }: Rate): string[] {
  return [
    `${formatCount(count)} of ${formatCount(of)}`,
    ...(interval === null ? [] : [`95%: ${formatInterval(interval)}`]),
    ...(missing === 0 || bounds === null
      ? []
      : [`bounds: ${formatInterval(bounds)} (${formatCount(missing)} missing)`]),
  ];
}

/** What stands under a mean, as under a share. */
export function meanNotes(
  { of, interval, bounds, missing }: Mean,
  format: (value: number | null) => string = formatMean,
): string[] {
  const about = bounds === null ? '' : `bounds: ${formatInterval(bounds, format)} `;
  const lacking = `${formatCount(missing)} missing`;
  return [
    `of ${formatCount(of)}`,
    ...(interval === null ? [] : [`95%: ${formatInterval(interval, format)}`]),
    ...(missing === 0 ? [] : [about === '' ? lacking : `${about}(${lacking})`]),
  ];
}

/** A mean of scores, or of anything else: three decimals below 10, two below 100, one and thousands set apart above. */
export function formatMean(value: number | null): string {
  if (value === null) return noFigure;
  const size = Math.abs(value);
  const digits = size < 10 ? 3 : size < 100 ? 2 : 1;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A mean with its interval, and with its bounds where missing values leave some: `2.067 [1.600, 2.467] (1.938 to 2.125)`. */
export function formatBoundedMean(mean: Mean): string {
  return figureCell(mean, formatMean).join(' ');
}

/** Both ends, each written by `format`: `20.0% to 60.0%`. */
export function formatInterval(
  interval: Interval | null,
  format: (value: number) => string = formatPercent,
  between = ' to ',
): string {
  return interval === null ? noFigure : `${format(interval.low)}${between}${format(interval.high)}`;
}

/** A share with all that is known of it: `5 of 15, 33.3% (95% interval 15.2% to 58.3%; 26.3% to 47.4% with the 4 undecided)`. */
export function describeRate({ count, of, value, interval, bounds, missing }: Rate): string {
  const about = [
    ...(interval === null ? [] : [`95% interval ${formatInterval(interval)}`]),
    ...(bounds === null || missing === 0
      ? []
      : [`${formatInterval(bounds)} with the ${formatCount(missing)} undecided`]),
  ];
  const share = value === null ? '' : `, ${formatPercent(value)}`;
  return `${formatCount(count)} of ${formatCount(of)}${share}${about.length === 0 ? '' : ` (${about.join('; ')})`}`;
}

/** A number of things, with thousands set apart: `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

/** A number of things with their name: `1 case`, `1,200 cases`, `2 retries`. */
export function formatCountOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** US dollars, with four decimals below one: `$0.0123`, `$12.30`. */
export function formatDollars(usd: number | null): string {
  return usd === null ? 'price unknown' : `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

/** Formats the cost of calls in US dollars, with "about" if it includes estimated tokens. */
export function formatSpent({ usd, estimated = 0 }: Pick<Cost, 'usd' | 'estimated'>): string {
  return estimated > 0 && usd !== null ? `about ${formatDollars(usd)}` : formatDollars(usd);
}

/** Dollars where the prices are known, tokens where they are not, nothing where there were no calls. */
export function formatCost(cost: Cost): string {
  const { calls, usd, inputTokens, outputTokens } = cost;
  if (calls === 0) return noFigure;
  const about = cost.estimated === undefined ? '' : 'about ';
  return usd === null ? `price unknown, ${about}${formatCount(inputTokens + outputTokens)} tokens` : formatSpent(cost);
}

/** A stretch of time in its two largest units: `0.4 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${seconds < 9.95 ? seconds.toFixed(1) : whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${formatCount(Math.floor(whole / 3600))} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** A number with its noun, as in "1 case", "2 cases". */
export function plural(number: number, noun: string, several = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : several}`;
}
