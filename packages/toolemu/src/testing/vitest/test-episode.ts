import { type EpisodePlan, maxStepsOf, type Outcome, type Task, type Trajectory } from '../../contract/index.ts';
import { decideVerdict } from '../../evaluator/index.ts';
import { whyLost } from '../../agent/index.ts';
import { evaluateTrajectory } from '../../run/episode/episode.ts';
import { createPlayers } from '../../run/players.ts';
import { createSandbox, type RecordingSandbox } from '../../run/episode/sandbox.ts';
import { type Situation, taskOf } from '../../run/episode/situations.ts';
import { agentName, type Configuration } from './configuration.ts';
import { type EpisodeJudgment, type Played, remember } from './played.ts';
import type { Recording } from './recording.ts';

/** An episode that a test plays, with what is known of its end. */
export interface TestEpisode extends Played {
  readonly task: Task;
  readonly sandbox: RecordingSandbox;
  /** Ends the episode, once; where it has ended by itself, that counts. */
  close(outcome: Outcome): Promise<Trajectory>;
}

/** How an episode stands that has not ended. */
export const notEnded = { kind: 'error', code: 'interrupted', message: 'the episode has not ended yet' } as const;

/** Opens an episode whose models are recorded. */
export function openEpisode({
  situation,
  configuration: { config, given },
  recording,
}: {
  situation: Situation;
  configuration: Configuration;
  recording: Recording;
}): TestEpisode {
  const { case: value, toolkits } = situation;
  const plan = planOf(value.id, config.epochs);
  const players = createPlayers(
    { config, cases: [value] },
    { log: recording.log, model: (of, { role }) => recording.model(of, role, given.get(role)) },
  );
  const emulator = players.emulator(plan);
  const sandbox = createSandbox({ ...situation, emulator, epoch: plan.epoch, maxSteps: maxStepsOf(config, value) });
  let end: Trajectory | undefined;
  let judgement: Promise<EpisodeJudgment> | undefined;

  async function judge(trajectory: Trajectory): Promise<EpisodeJudgment> {
    const evaluators = players.evaluators(plan, value);
    const evaluations = await evaluateTrajectory({ ...situation, trajectory, evaluators, plan });
    recording.refuseLacking();
    return { evaluations, verdict: decideVerdict({ trajectory, evaluations }) };
  }

  const episode: TestEpisode = {
    case: value,
    toolkits,
    task: taskOf(value, toolkits, plan.epoch),
    sandbox,
    get trajectory() {
      return end ?? remember({ steps: [...sandbox.steps], outcome: sandbox.ended ?? notEnded }, episode);
    },
    get isEnded() {
      return end !== undefined;
    },
    async close(outcome) {
      if (end !== undefined) throw new Error('the episode has ended already: a sandbox plays one');
      const why = whyLost(
        sandbox.tools,
        sandbox.steps.map(({ tool }) => tool),
      );
      const counts = await sandbox.end(why === null ? outcome : { kind: 'error', code: 'agent', message: why });
      end = remember({ steps: [...sandbox.steps], outcome: counts }, episode);
      recording.refuseLacking();
      return end;
    },
    async evaluate() {
      if (end === undefined) throw new Error(`${notEnded.message}, and is judged at its end`);
      judgement ??= judge(end);
      return judgement;
    },
  };
  return episode;
}

function planOf(caseId: string, epoch: number): EpisodePlan {
  return { id: `${caseId}#${agentName}#${epoch}`, caseId, agent: agentName, epoch };
}
