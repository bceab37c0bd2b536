import { type Seams, trimmed, unlessUsual } from './seams.ts';

/** What a simulator's log says before its summary. */
export interface SimulatorLog {
  readonly thought: string;
  readonly seams: Seams | undefined;
}

export const usualSimulatorSeams: Seams = ['', '\nSimulator Log Summary: ', '\nObservation: ', ''];

/**
 * Takes a simulator's log apart: thought, summary, observation. `seams` is undefined for a log in the usual form, has
 * four parts for another that ends in summary and observation, and two for one that does not: all of it is thought.
 */
export function readSimulatorLog(log: string, summary: string, observation: string): SimulatorLog {
  const whole = { thought: log, seams: ['', ''] };
  const text = trimmed(log);
  if (!text.core.endsWith(observation)) return whole;
  const beforeObservation = log.slice(0, log.length - text.after.length - observation.length);
  const marker = /\n*(?:Revised )?Observation(?: #\d+)?:\s*$/.exec(beforeObservation);
  if (marker === null) return whole;
  const head = trimmed(beforeObservation.slice(0, marker.index));
  const untilSummary = head.before + head.core;
  if (!untilSummary.endsWith(summary)) return whole;
  const beforeSummary = untilSummary.slice(0, untilSummary.length - summary.length);
  const label = /(?:Revised )?Simulator Log Summary(?: #\d+)?:\s*$/.exec(beforeSummary);
  if (label === null) return whole;
  const thought = beforeSummary.slice(0, label.index).trimEnd();
  const seams = ['', beforeSummary.slice(thought.length), head.after + marker[0], text.after];
  return { thought, seams: unlessUsual(seams, usualSimulatorSeams) };
}
