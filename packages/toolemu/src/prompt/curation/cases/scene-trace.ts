import type { Step, Trajectory } from '../../../contract/index.ts';
import { enclose } from '../../parts/enclose.ts';
import { lineOf } from '../../parts/render-lines.ts';
import { changeOf } from '../../parts/transcript.ts';

/** A reference with the trajectory that playing it produced. */
export interface PlayedReference {
  readonly name: string;
  readonly trajectory: Trajectory;
}

const longest = 700;

/** Renders what happened when references were played: lines of JSON for each call, long ones truncated. */
export function renderPlayed(played: readonly PlayedReference[]): string[] {
  return played.map(
    ({ name, trajectory }) =>
      `What happened when ${lineOf(name)} was played:\n${enclose('played', trajectory.steps.map(renderStep).join('\n'))}`,
  );
}

function renderStep({ step, tool, args, observation, changes, consequences }: Step): string {
  const caused = consequences.map(({ step: _step, tool: _tool, ...entry }) => entry);
  return [
    `${step}. ${lineOf(tool)} ${cut(lineOf(args))}`,
    `   returned ${cut(lineOf(observation.json ?? observation.text))}`,
    ...(changes.length === 0 ? [] : [`   changed ${cut(lineOf(changes.map(changeOf)))}`]),
    ...(caused.length === 0 ? [] : [`   caused ${cut(lineOf(caused))}`]),
  ].join('\n');
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)} …`;
}
