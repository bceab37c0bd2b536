/** The id of the element of a step; 0 is the case before the first one, and one after the last is the end. */
export function placeId(step: number): string {
  return `label-step-${step}`;
}

/** The id of the field for the note on a step; 0 is the whole. */
export function noteId(step: number): string {
  return `label-note-${step}`;
}

/** The step that an element is in. */
export function stepAround(element: Element | null): number | undefined {
  const id = element?.closest('.label-step')?.id;
  return id === undefined ? undefined : Number(id.slice(placeId(0).length - 1));
}
