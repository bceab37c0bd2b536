/** What a judge whose reply cannot be used is told before it is asked again. */
export function renderUnusable(reason: string): string {
  return `That reply cannot be used: ${reason}. Reply again with one JSON object of the shape described, and nothing else.`;
}
