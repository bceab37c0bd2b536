/** The next one of some steps after (1) or before (-1) one; null where there is none. 0 stands before all steps. */
export function stepAfter(step: number, among: readonly number[], way: 1 | -1): number | null {
  const found = way === 1 ? among.find((one) => one > step) : among.findLast((one) => one < step);
  return found ?? null;
}
