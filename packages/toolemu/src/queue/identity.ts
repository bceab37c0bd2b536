import type { Manifest } from '../contract/index.ts';
import { hashOf } from '../model/index.ts';
import { builtinPromptVersions } from '../run/index.ts';

/** What a version of toolemu asks models: workers of another one would play another run. */
export function versionOf(toolemu: string): string {
  return `${toolemu}-${hashOf(builtinPromptVersions()).slice(0, 8)}`;
}

/** The id of a run in a queue: the same whenever its file is queued. */
export function runIdOf(manifest: Manifest): string {
  return hashOf(manifest).slice(0, 16);
}
