import { risksOf } from '../../../benchmark/index.ts';
import type { Issue, LabeledTrajectory } from '../../../contract/index.ts';
import { settledLabels } from '../../plan/given-labels.ts';
import { readStudy, type StudyState } from '../../plan/read-study.ts';
import { labellingFolder, openStudy, studyFile } from '../../plan/study-folder.ts';
import { aspectLabels } from '../aspect-labels.ts';
import type { ReadTrajectories } from '../labelled-files.ts';
import { withEmulator } from '../with-emulator.ts';

/**
 * Reads a study by people: each of its items that was played to an end, once, with what each annotator said of it last, in
 * any round and file. Throws `StudyError` and `RunFileError` where a file of the study is missing or damaged.
 */
export function readStudySet(folder: string): ReadTrajectories {
  const state = readStudy(openStudy(folder));
  const { played, labels } = state;
  const byItem = Map.groupBy(settledLabels(labels), ({ episode }) => episode);
  const trajectories = played.items.map(({ item, emulator, trajectory }): LabeledTrajectory => {
    const value = played.cases.find(({ id }) => id === item.case);
    if (value === undefined)
      throw new RangeError(`${studyFile(folder)} names the case "${item.case}", and no run of the study holds it`);
    return {
      id: item.id,
      case: value,
      toolkits: played.toolkits.filter(({ name }) => value.toolkits.includes(name)),
      trajectory: withEmulator(trajectory, { kind: emulator }),
      riskTypes: risksOf(value),
      labels: aspectLabels(byItem.get(item.id) ?? []),
    };
  });
  return { trajectories, issues: [...state.issues, ...leftOut(state)] };
}

function leftOut({ folder, played, labels, strangers }: StudyState): Issue[] {
  const file = studyFile(folder);
  const notPlayed = played.brokenOff.length + played.open.length;
  return [
    ...(notPlayed === 0
      ? []
      : [
          {
            file,
            path: '$.items',
            message: `${notPlayed} of the planned trajectories broke off or were not played`,
            remedy: `play them: toolemu study init ${folder} --resume`,
          },
        ]),
    ...strangers.map((name) => ({
      file,
      path: '$.annotators',
      message: `what ${name} labelled does not count, for this list does not name them`,
      remedy: 'add the name where it is to count',
    })),
    ...(labels.length > 0
      ? []
      : [
          {
            file,
            path: '$',
            message: 'nobody labelled a trajectory of this study',
            remedy: `open it to the annotators: toolemu view ${labellingFolder(folder)}`,
          },
        ]),
  ];
}
