/** How long an endpoint asks to wait, in milliseconds, by its headers: milliseconds, seconds or an HTTP date. */
export function readRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | null {
  const milliseconds = headers['retry-after-ms'];
  if (milliseconds !== undefined && isNumber(milliseconds)) {
    return Math.ceil(Number(milliseconds));
  }
  const after = headers['retry-after'];
  if (after === undefined) {
    return null;
  }
  if (isNumber(after)) {
    return Math.ceil(Number(after) * 1000);
  }
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function isNumber(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text.trim());
}
