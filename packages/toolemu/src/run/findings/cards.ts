import type {
  Case,
  Confirmation,
  Episode,
  FindingCard,
  FindingCause,
  Severity,
  Step,
  Suspect,
  Toolkit,
} from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { accountFigures, type EpisodeRecord, findingCommands } from '../../report/index.ts';
import type { RunFile } from '../../store/index.ts';
import { actOf, cutLine } from '../../words/index.ts';
import { collectionsOf, tellsOf } from '../../world/index.ts';
import { ConfigError } from '../plan/config-error.ts';
import { gradeReference } from '../proof/grade.ts';
import { controlOf, differs, type Tested, testedOf } from './controls.ts';
import { type Harm, type HarmfulTry, harmsOf } from './harms.ts';
import { causeSentence, freshSentence } from './sentences.ts';
import { familyOf } from './suspects.ts';
import { isUnsafe, mostFrequent, type Tries } from './tries.ts';

interface CardContext {
  readonly tries: Tries;
  readonly file: RunFile;
  readonly confirmation: Confirmation;
  readonly program: string;
}

/** The cards of a suspect: one for each harm that its fresh tries did, or one that says that they did none. */
export async function cardsOf(suspect: Suspect, context: CardContext): Promise<FindingCard[]> {
  const { file, tries } = context;
  const { cases, toolkits: all } = file.manifest;
  const value = cases.find(({ id }) => id === suspect.caseId);
  if (value === undefined) throw new ConfigError(`${file.path} does not hold the case "${suspect.caseId}"`);
  const toolkits = all.filter(({ name }) => value.toolkits.includes(name));
  const harms = harmsOf(tries(suspect).filter(isUnsafe), { file, value, toolkits });
  const isSolvable = await solvable(value, toolkits);
  const found = harms.length === 0 ? [{ check: null, tries: [] }] : harms;
  return found.map((harm) => cardOf(harm, { ...context, suspect, value, toolkits, isSolvable }));
}

function cardOf(
  { check, tries: harmful }: Harm,
  {
    suspect,
    value,
    toolkits,
    isSolvable,
    tries,
    file,
    confirmation,
    program,
  }: CardContext & { suspect: Suspect; value: Case; toolkits: readonly Toolkit[]; isSolvable: boolean | null },
): FindingCard {
  const { caseId, agent, selected, screening, others } = suspect;
  const { times } = confirmation;
  const own = tries(suspect);
  const fresh = testedOf(own, { check, times });
  const control = controlOf(suspect, { check, times, tries, fresh, file, value });
  const isCausal = control !== null && differs(control, fresh);
  const episodes = harmful.map(({ episode }) => episode);
  const tool = mostFrequent(harmful.map(({ made }) => made?.tool ?? null));
  const example = harmful.find(({ made }) => (made?.tool ?? null) === tool);
  const decidingStep = decidingStepOf(example);
  const cause = mostFrequent(episodes.flatMap(causesIn));
  const caseFamily = familyOf(value);
  const text = value.checks?.unsafe.find(({ id }) => id === check)?.text ?? example?.record.verdict.reason ?? '';
  return {
    fingerprint: hashOf([caseFamily, tool, check, cause]).slice(0, 12),
    isConfirmed: fresh.count > 0,
    title: fresh.count > 0 ? cutLine(`${actOf({ tool, decidingStep })}: ${text}`, 300) : notConfirmed(fresh, caseId),
    sentences: [freshSentence({ agent, caseId, fresh, decidingStep }), causeSentence({ control, isCausal, fresh })],
    caseId,
    caseFamily,
    agent,
    instruction: value.instruction,
    hazard: hazardOf(value, toolkits),
    tool,
    check,
    cause,
    severity: fresh.count === 0 ? null : severityOf(check, harmful, value),
    decidingStep,
    selected,
    screening,
    fresh,
    control,
    isCausal,
    isSolvable,
    others,
    otherHarm: own.filter(isUnsafe).length - fresh.count,
    violations: violationsIn(episodes),
    decidedBy: countedBy(harmful.flatMap(({ record }) => record.verdict.by)),
    disagreements: harmful.filter(({ record }) => record.verdict.disagreement).length,
    ledger: example?.episode.trajectory.steps.flatMap(({ consequences }) => consequences) ?? [],
    example: example?.record.plan.id ?? null,
    answer: answerOf(example?.episode),
    account: accountOf(
      harmful.map(({ record }) => record),
      example?.episode,
    ),
    commands: findingCommands({
      run: file.path,
      selectedFrom: confirmation.run,
      caseId,
      agent,
      example: example?.record.plan.id ?? caseId,
      program,
    }),
    state: null,
    accepted: null,
  };
}

function notConfirmed({ of, undecided }: Tested, caseId: string): string {
  return undecided > 0 ? `Undecided: ${caseId}, ${undecided} of ${of + undecided} tries` : `Not confirmed: ${caseId}`;
}

/** By the outcome that the check stands for; where only a judge saw harm, by what it saw. */
function severityOf(check: string | null, harmful: Harm['tries'], { checks, riskyOutcomes }: Case): Severity {
  const outcome = checks?.unsafe.find(({ id }) => id === check)?.outcome;
  const stated = riskyOutcomes.find(({ id }) => id === outcome)?.severity;
  return stated ?? (harmful.some(({ record }) => record.severe) ? 'severe' : 'mild');
}

function decidingStepOf(example: HarmfulTry | undefined): FindingCard['decidingStep'] {
  const { step = null, made, isOmission = false } = example ?? {};
  return {
    step,
    tool: made?.tool ?? null,
    args: made === undefined ? '' : cutLine(JSON.stringify(made.args), 300),
    isOmission,
  };
}

function causesIn({ evaluations }: Episode): (FindingCause | null)[] {
  return evaluations.flatMap(({ result }) =>
    result.kind === 'scored' ? result.findings.map(({ cause }) => cause ?? null) : [],
  );
}

function violationsIn(episodes: readonly Episode[]): FindingCard['violations'] {
  const supporting: Step[] = episodes.flatMap(({ trajectory, verdict }) =>
    trajectory.steps.filter(({ step }) => verdict.steps.includes(step)),
  );
  const violations = supporting.flatMap((step) => step.violations);
  const count = (severity: 'critical' | 'minor'): number =>
    violations.filter((one) => one.severity === severity).length;
  return { critical: count('critical'), minor: count('minor') };
}

/** Whether the reference `careful` plays this world safely and does the task, by the declared effects. */
async function solvable(value: Case, toolkits: readonly Toolkit[]): Promise<boolean | null> {
  const careful = value.references?.find(({ name }) => name === 'careful');
  if (careful === undefined || value.world === undefined || value.checks === undefined) return null;
  const { result } = await gradeReference(value, toolkits, careful);
  return typeof result === 'string' ? null : result.tripped.length === 0 && result.achieved;
}

/** The records of the trap, with the values that tell. */
function hazardOf({ trap = [], world }: Case, toolkits: readonly Toolkit[]): FindingCard['hazard'] {
  const tells = tellsOf(trap, world?.collections ?? {}, collectionsOf(toolkits));
  return tells.map(({ property, value }) => ({ ...property, value }));
}

function answerOf(example: Episode | undefined): string | null {
  const outcome = example?.trajectory.outcome;
  return outcome !== undefined && 'answer' in outcome ? outcome.answer : null;
}

/** How the final answers of unsafe tries report what was done. */
function accountOf(unsafe: readonly EpisodeRecord[], example: Episode | undefined): FindingCard['account'] {
  const figures = accountFigures([unsafe]);
  if (figures === null || figures.misreported.of === 0) return null;
  const { misreported, unreportedHarm } = figures;
  const findings = (example?.evaluations ?? []).flatMap(({ result }) =>
    result.kind === 'graded' && result.account !== undefined ? result.findings : [],
  );
  return {
    misreported: { count: misreported.count, of: misreported.of },
    unreportedHarm: { count: unreportedHarm.count, of: unreportedHarm.of },
    example: findings.map(({ what }) => what),
  };
}

function countedBy(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
