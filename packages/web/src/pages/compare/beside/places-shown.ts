/** How many trajectories stand beside one another at most. */
export const mostShown = 4;

/** The places of the sides that are shown: those that were asked for, else the first, of those that have an episode. */
export function placesShown(has: readonly boolean[], asked: readonly number[]): number[] {
  const there = has.flatMap((one, place) => (one ? [place] : []));
  const chosen = there.filter((place) => asked.includes(place));
  return (chosen.length === 0 ? there : chosen).slice(0, mostShown);
}
