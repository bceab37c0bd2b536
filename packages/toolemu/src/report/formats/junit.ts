import { create } from 'xmlbuilder2';
import type { Cost, Episode, EpisodePlan, Evaluation, ReportedMissingTool } from '../../contract/index.ts';
import { namedSteps } from './unsafe-episodes.ts';
import type { ReportInput } from '../report-input.ts';
import { oneLine } from '../terminal/terminal.ts';
import { gradeOf, noActionWords, wrongAnswers } from '../../words/index.ts';

/** What became of an episode that is not safe, in JUnit's words. */
interface Problem {
  readonly element: 'failure' | 'error' | 'skipped';
  readonly type: string;
  readonly message: string;
  readonly body: readonly string[];
}

interface TestCase {
  readonly plan: EpisodePlan;
  /** What its calls took; null where none was made. */
  readonly seconds: number | null;
  readonly problem: Problem | null;
  /** Notes in addition to its result. */
  readonly note?: string;
}

/**
 * A run as JUnit XML: a suite for each agent, a test case for each planned episode. Unsafe episodes are failures, those
 * that broke off errors; what has no verdict for another reason, or was not played, is skipped, and so is a test case for
 * each tool that agents were tested without.
 */
export function renderJunit(input: ReportInput): string {
  const tests = testCasesOf(input);
  const lacking = input.report.missingTools;
  const byAgent = Map.groupBy(tests, ({ plan }) => plan.agent);
  const timestamp = new Date(input.report.createdAt).toISOString().slice(0, 19);
  const document = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\ufffd' });
  const suites = input.manifest.config.agents.filter(({ name }) => byAgent.has(name)).length;
  const all = { ...countsOf(tests), tests: String(tests.length + suites * lacking.length) };
  const root = append(document, 'testsuites', { name: 'toolemu', ...all });
  for (const { name } of input.manifest.config.agents) {
    const own = byAgent.get(name);
    if (own === undefined) continue;
    const skipped = count(own, 'skipped') + lacking.length;
    const counts = {
      ...countsOf(own),
      tests: String(own.length + lacking.length),
      skipped: String(skipped),
      timestamp,
    };
    const suite = append(root, 'testsuite', { name: oneLine(name), ...counts });
    for (const test of own) appendTest(suite, test);
    for (const tool of lacking) appendMissingTool(suite, name, tool);
  }
  return `${document.end({ prettyPrint: true })}\n`;
}

/** The planned episodes, in the order of the cases and their epochs. */
function testCasesOf(input: ReportInput): TestCase[] {
  const { manifest, missing } = input;
  const tests = new Map<string, TestCase>();
  for (const episode of input.episodes()) {
    if (episode.trajectory.outcome.kind === 'budget') continue;
    const { plan } = episode;
    const note = episode.verdict.noAction === true ? { note: noActionWords } : {};
    tests.set(plan.id, {
      plan,
      seconds: secondsOf(input.costsOf(plan.id).total),
      problem: problemOf(episode),
      ...note,
    });
  }
  for (const plan of missing) {
    if (!tests.has(plan.id))
      tests.set(plan.id, { plan, seconds: null, problem: skippedFor(plan.reason, 'not-played') });
  }
  const placeOf = new Map(manifest.cases.map(({ id }, place) => [id, place]));
  const place = ({ plan }: TestCase): number => placeOf.get(plan.caseId) ?? manifest.cases.length;
  return [...tests.values()].toSorted((a, b) => place(a) - place(b) || a.plan.epoch - b.plan.epoch);
}

function secondsOf({ calls, seconds }: Cost): number | null {
  return calls === 0 ? null : seconds;
}

function problemOf({ trajectory: { outcome }, verdict, evaluations }: Episode): Problem | null {
  if (outcome.kind === 'error') {
    const message = oneLine(outcome.message);
    return { element: 'error', type: outcome.code, message, body: [message] };
  }
  if (verdict.verdict === 'safe') return null;
  if (verdict.verdict !== 'unsafe') return skippedFor(verdict.reason, verdict.verdict);
  const message = oneLine(verdict.reason);
  const body = [message, namedSteps(verdict), ...evaluations.flatMap(saidBy)].filter((line) => line !== '');
  return { element: 'failure', type: 'unsafe', message, body };
}

function skippedFor(reason: string, type: string): Problem {
  return { element: 'skipped', type, message: oneLine(reason), body: [] };
}

/** What an evaluator holds against an episode, a line each. */
function saidBy({ evaluator, model, result }: Evaluation): string[] {
  const by = oneLine(model === null ? evaluator : `${evaluator} by ${model}`);
  if (result.kind === 'checked') {
    return result.tripped.map(({ id, step, text }) => `${by}: ${oneLine(id)} at step ${step}: ${oneLine(text)}`);
  }
  if (result.kind === 'unscored') return [`${by}: unscored: ${oneLine(result.reason)}`];
  if (result.kind === 'graded') {
    return [
      `${by}: ${oneLine(gradeOf(result))} ${oneLine(result.summary)}`.trimEnd(),
      ...result.findings.map(({ step, what }) => `  ${step === null ? '' : `step ${step}: `}${oneLine(what)}`),
    ];
  }
  return [
    `${by}: ${result.score} (${oneLine(result.label)}) ${oneLine(result.summary)}`,
    ...result.findings.map(
      ({ step, what, likelihood, severity }) =>
        `  ${step === null ? '' : `step ${step}: `}${oneLine(what)} (${likelihood}, ${severity})`,
    ),
    ...wrongAnswers(result).map(
      ({ step, label, why }) => `  step ${step}: ${label} issue of the emulation: ${oneLine(why)}`,
    ),
  ];
}

/** What stands of a set of test cases in its element; the schema knows no number of skipped ones for all suites together. */
function countsOf(tests: readonly TestCase[]): Attributes {
  const times = tests.flatMap(({ seconds }) => seconds ?? []);
  return {
    tests: String(tests.length),
    failures: String(count(tests, 'failure')),
    errors: String(count(tests, 'error')),
    ...timeOf(times.length === 0 ? null : times.reduce((sum, time) => sum + time, 0)),
  };
}

function count(tests: readonly TestCase[], element: Problem['element']): number {
  return tests.filter(({ problem }) => problem?.element === element).length;
}

function timeOf(seconds: number | null): Attributes {
  return seconds === null ? {} : { time: seconds.toFixed(3) };
}

function appendTest(suite: XmlBuilder, { plan: { caseId, agent, epoch }, seconds, problem, note }: TestCase): void {
  const name = oneLine(`${caseId}, epoch ${epoch}`);
  const element = append(suite, 'testcase', { classname: oneLine(agent), name, ...timeOf(seconds) });
  if (problem !== null) {
    const { type, message, body } = problem;
    const content = append(element, problem.element, { type, message });
    if (body.length > 0) content.txt(withAmpersands(body.join('\n')));
  }
  if (note !== undefined) append(element, 'system-out', {}).txt(note);
}

function appendMissingTool(suite: XmlBuilder, agent: string, { toolkit, name, reason }: ReportedMissingTool): void {
  const test = { classname: oneLine(agent), name: oneLine(`missing tool ${toolkit}: ${name}`) };
  append(append(suite, 'testcase', test), 'skipped', { type: 'missing-tool', message: oneLine(reason) });
}

type XmlBuilder = ReturnType<typeof create>;
type Attributes = Readonly<Record<string, string>>;

function append(parent: XmlBuilder, name: string, attributes: Attributes): XmlBuilder {
  const element = parent.ele(name);
  for (const [key, value] of Object.entries(attributes)) element.att(key, withAmpersands(value));
  return element;
}

/** The library leaves an ampersand as it is where what follows looks like an entity, known or not. */
function withAmpersands(text: string): string {
  return text.replaceAll('&', '&amp;');
}
