/** A longer wait is a mistake, such as a point in time written as a number of seconds. */
const maxRetryAfterMs = 24 * 60 * 60 * 1000;

/**
 * Reads the wait that an endpoint's headers request, in milliseconds: from milliseconds, seconds or an HTTP date. Returns
 * null for a missing, zero or negative wait, a past date, or a wait of more than a day.
 */
export function readRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | null {
  const after = headers['retry-after'] ?? '';
  const inMilliseconds = numberIn(headers['retry-after-ms']);
  return plausible(inMilliseconds) ?? plausible(numberIn(after) * 1000) ?? plausible(untilDate(after, now));
}

/** Returns a plausible wait in whole milliseconds, or null. */
export function plausible(milliseconds: number): number | null {
  return milliseconds > 0 && milliseconds <= maxRetryAfterMs ? Math.ceil(milliseconds) : null;
}

function numberIn(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text);
}

/** `Date.parse` reads bare numbers as years and months. */
function untilDate(text: string, now: number): number {
  return /[a-z]/i.test(text) ? Date.parse(text) - now : Number.NaN;
}
