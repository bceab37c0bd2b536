import type { ReopenedItem } from '../../../contract/index.ts';
import { createManifest } from '../../../run/index.ts';
import { fillRound, labellingFolder, type OpenStudy, readPlayed, roundConfig } from '../../../study/index.ts';
import { plural, shellWord } from '../../../words/index.ts';
import { note, self } from '../../terminal/output.ts';
import { version } from '../../version.ts';
import { view } from '../view.ts';
import type { LabellingFlags } from './options.ts';

/** Puts trajectories of a study into a round: all that were played, or those that are labelled again, by their ids. */
export function openRound(open: OpenStudy, round: number, reopened?: ReadonlyMap<string, ReopenedItem>): void {
  const played = readPlayed(open);
  const items = played.items.filter(({ item }) => reopened === undefined || reopened.has(item.id));
  const manifest = createManifest({ version: version(), ...played, config: roundConfig(open, round, items) });
  const added = fillRound(open, { round, items, manifest, ...(reopened === undefined ? {} : { reopened }) });
  note(`round ${round}: ${plural(added, 'trajectory', 'trajectories')} added to be labelled`);
}

/** Serves the page of labels of a study until Ctrl-C, or says how it is served. */
export async function openLabelling(
  { folder }: OpenStudy,
  { view: isServed, open, host, port }: LabellingFlags,
): Promise<void> {
  const labelling = labellingFolder(folder);
  if (isServed) await view(labelling, { open, host, page: '/label', ...(port === undefined ? {} : { port }) });
  else note(`label it: ${self} view ${shellWord(labelling)}`);
}
