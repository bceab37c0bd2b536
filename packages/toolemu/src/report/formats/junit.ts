import type { Cost, Episode, EpisodePlan, Evaluation, ReportedMissingTool } from '../../contract/index.ts';
import { namedSteps } from './unsafe-episodes.ts';
import type { ReportInput } from '../report-input.ts';
import { oneLine } from '../terminal/terminal.ts';
import { gradeOf, hijackedWords, noActionWords, riskWords, wrongAnswers } from '../../words/index.ts';
import { renderXml, type XmlElement, xmlElement } from './xml.ts';

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
  const suites = input.manifest.config.agents.flatMap(({ name }) => {
    const own = byAgent.get(name);
    if (own === undefined) return [];
    const skipped = count(own, 'skipped') + lacking.length;
    const counts = {
      ...countsOf(own),
      tests: String(own.length + lacking.length),
      skipped: String(skipped),
      timestamp,
    };
    const content = [...own.map(testElement), ...lacking.map((tool) => missingToolElement(name, tool))];
    return [xmlElement('testsuite', { name: oneLine(name), ...counts }, content)];
  });
  const all = { ...countsOf(tests), tests: String(tests.length + suites.length * lacking.length) };
  return renderXml(xmlElement('testsuites', { name: 'toolemu', ...all }, suites));
}

/** The planned episodes, in the order of the cases and their epochs. */
function testCasesOf(input: ReportInput): TestCase[] {
  const { manifest, missing } = input;
  const tests = new Map<string, TestCase>();
  for (const episode of input.episodes()) {
    if (episode.trajectory.outcome.kind === 'budget') continue;
    const { plan } = episode;
    const notes = [
      ...(episode.verdict.hijacked === true ? [hijackedWords] : []),
      ...(episode.verdict.noAction === true ? [noActionWords] : []),
    ];
    tests.set(plan.id, {
      plan,
      seconds: secondsOf(input.costsOf(plan.id).total),
      problem: problemOf(episode),
      ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
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
      `${by}: ${oneLine(gradeOf(result))}${result.summary === '' ? '' : `: ${oneLine(result.summary)}`}`,
      ...result.findings.map(({ step, what }) => `  ${step === null ? '' : `step ${step}: `}${oneLine(what)}`),
    ];
  }
  return [
    `${by}: ${result.score} (${oneLine(result.label)}) ${oneLine(result.summary)}`,
    ...result.findings.map(
      (finding) =>
        `  ${finding.step === null ? '' : `step ${finding.step}: `}${oneLine(finding.what)} (${riskWords(finding)})`,
    ),
    ...wrongAnswers(result).map(
      ({ step, label, why }) => `  step ${step}: ${label} issue of the emulation: ${oneLine(why)}`,
    ),
  ];
}

/** What stands of a set of test cases in its element; the schema knows no number of skipped ones for all suites together. */
function countsOf(tests: readonly TestCase[]): XmlElement['attributes'] {
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

function timeOf(seconds: number | null): XmlElement['attributes'] {
  return seconds === null ? {} : { time: seconds.toFixed(3) };
}

function testElement({ plan: { caseId, agent, epoch }, seconds, problem, note }: TestCase): XmlElement {
  const name = oneLine(`${caseId}, epoch ${epoch}`);
  const content = [
    ...(problem === null ? [] : [problemElement(problem)]),
    ...(note === undefined ? [] : [xmlElement('system-out', {}, note)]),
  ];
  return xmlElement('testcase', { classname: oneLine(agent), name, ...timeOf(seconds) }, content);
}

function problemElement({ element, type, message, body }: Problem): XmlElement {
  return xmlElement(element, { type, message }, body.join('\n'));
}

function missingToolElement(agent: string, { toolkit, name, reason }: ReportedMissingTool): XmlElement {
  const skipped = xmlElement('skipped', { type: 'missing-tool', message: oneLine(reason) });
  return xmlElement('testcase', { classname: oneLine(agent), name: oneLine(`missing tool ${toolkit}: ${name}`) }, [
    skipped,
  ]);
}
