import type { Issue } from 'toolemu/contract';
import { findJsonPlaces, lineAt, offsetOf } from './json-places.ts';

/** An issue with the line it is about. */
export interface PlacedIssue extends Issue {
  readonly line: number;
}

/** The issues of a JSON text, each with its line; first that it is none, where it is not. */
export function placeIssues(text: string, issues: readonly Issue[]): PlacedIssue[] {
  const { places, error } = findJsonPlaces(text);
  const placed = issues.map((issue) => ({ ...issue, line: lineAt(text, offsetOf(issue.path, places)) }));
  if (error === null) return placed;
  const line = lineAt(text, error.offset);
  const message = `this is not JSON: ${error.message}`;
  return [{ file: '', path: `line ${line}`, message, remedy: 'mend the syntax at that place', line }, ...placed];
}
