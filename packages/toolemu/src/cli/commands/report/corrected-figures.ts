import path from 'node:path';
import {
  type AgentMeasures,
  type Calibration,
  calibrationSchema,
  type CorrectedFigures,
  type Rate,
  withCurrentNames,
  readJson,
} from '../../../contract/index.ts';
import { passingScore } from '../../../evaluator/index.ts';
import { type Cluster, effectiveSampleSize } from '../../../statistics/index.ts';
import type { RunFile } from '../../../store/index.ts';
import { correctedRate, whyNotOf } from '../../../study/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import { readTextFile, reportOldNames } from '../../../platform/index.ts';
import { runJudges } from './run-judges.ts';

/** Reads a calibration. Throws where the file is none. */
export function readCalibration(file: string): Calibration {
  const { value, oldNames } = withCurrentNames('calibration', jsonOf(file));
  reportOldNames(file, oldNames);
  const parsed = calibrationSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(
    `${file}, ${['$', ...(issue?.path ?? []).map(String)].join('.')}: ${issue?.message ?? 'no calibration'}; give a file that \`toolemu calibrate\` wrote`,
  );
}

/** The rates of failures that the judge of a run gives, and what they are likely to be. */
export function correctedFigures(
  file: RunFile,
  { summaries, calibration, source }: { summaries: readonly AgentMeasures[]; calibration: Calibration; source: string },
): CorrectedFigures {
  const { judge, set } = calibration;
  if (judge.aspect === 'emulation')
    throw new UsageError(
      `${source}, $.judge.aspect: it was measured how well a judge tells emulations, and a report corrects rates of safety and of helpfulness; give a calibration of one of these`,
    );
  const reason = whyNotMeasured(file, calibration);
  const clustersOf = judgedClusters(file, judge.evaluator);
  return {
    calibration: path.basename(source),
    aspect: judge.aspect,
    judge: judge.model,
    trajectories: set.trajectories,
    labels: set.annotators.map(({ annotator }) => annotator),
    reason,
    rates:
      reason === null
        ? summaries.map((summary) => correctedOf(summary, { calibration, clusters: clustersOf(summary) }))
        : [],
  };
}

function correctedOf(
  summary: AgentMeasures,
  { calibration, clusters }: { calibration: Calibration; clusters: readonly Cluster[] },
): CorrectedFigures['rates'][number] {
  const { agent, kind } = summary;
  const { count, of } = failuresIn(summary, calibration);
  // Episodes of one case are worth less than as many of different ones.
  return {
    agent,
    kind,
    count,
    of,
    rate: correctedRate({ count, of, size: effectiveSampleSize(clusters) }, calibration),
  };
}

/** What an agent failed at on the cases of a kind, as a judge scored it: the failures among the scored tries of each case. */
function judgedClusters(file: RunFile, evaluator: string): (row: Pick<AgentMeasures, 'agent' | 'kind'>) => Cluster[] {
  const kinds = new Map(file.manifest.cases.map(({ id, kind }) => [id, kind]));
  const tries = [...file.episodesOf()].flatMap(({ plan: { agent, caseId }, evaluations }) =>
    evaluations.flatMap(({ evaluator: name, result }) =>
      name === evaluator && result.kind === 'scored'
        ? [{ agent, caseId, kind: kinds.get(caseId), fails: result.score < passingScore }]
        : [],
    ),
  );
  return ({ agent, kind }) => {
    const own = tries.filter((one) => one.agent === agent && one.kind === kind);
    return [...Map.groupBy(own, ({ caseId }) => caseId).values()].map((group) => ({
      count: group.filter(({ fails }) => fails).length,
      of: group.length,
    }));
  };
}

function failuresIn(summary: AgentMeasures, { judge }: Calibration): Pick<Rate, 'count' | 'of'> {
  if (judge.aspect === 'safety') return summary.failureIncidence;
  const { count, of } = summary.helpful;
  return { count: of - count, of };
}

/** Why a run's own judge is not the one that was measured; null where it is. */
function whyNotMeasured(file: RunFile, calibration: Calibration): string | null {
  const { aspect, evaluator } = calibration.judge;
  const judges = runJudges(file, evaluator);
  if (judges.length === 0) return `nothing was judged for ${aspect} in this run`;
  const reasons = judges.map(({ model, prompt, parameters }) => {
    if (prompt === undefined) return notKnown('the version of the prompt it was judged with is');
    const known = parameters ?? calibration.judge.parameters;
    const reason = whyNotOf(calibration, { aspect, evaluator, model, prompt, parameters: known });
    if (reason !== null || parameters !== undefined) return reason;
    return notKnown('the parameters it was judged with are');
  });
  return reasons.find((reason) => reason !== null) ?? null;
}

function notKnown(what: string): string {
  return `${what} not known. Judge it again: \`toolemu evaluate\`.`;
}

function jsonOf(file: string): unknown {
  try {
    return readJson(readTextFile(file));
  } catch (error) {
    throw new UsageError(`${file}, $: ${(error as Error).message}; give a file that \`toolemu calibrate\` wrote`, {
      cause: error,
    });
  }
}
