import { readFileSync } from 'node:fs';
import {
  type AgentSpec,
  type CallRecord,
  type Case,
  type Episode,
  type EpisodePlan,
  type Evaluation,
  type ForkParent,
  type Json,
  type JsonObject,
  type ModelReply,
  type Outcome,
  parseJson,
  type RoleModel,
  type Step,
  type Tool,
  type Toolkit,
  type Verdict,
} from '../../packages/toolemu/src/contract/index.ts';
import { createManifest } from '../../packages/toolemu/src/run/index.ts';
import { plansOf, RunFile } from '../../packages/toolemu/src/store/index.ts';

/** Text that tries to be something else wherever it is shown; by its name an episode is found. */
export interface HostileText {
  readonly name: string;
  readonly text: string;
}

/**
 * Texts of all kinds. What of them runs sets `window.__hostile` to true; what of them is fetched is fetched from
 * `http://hostile.invalid/`.
 */
export const hostileTexts: readonly HostileText[] = JSON.parse(
  readFileSync(new URL('../fixtures/hostile-texts.json', import.meta.url), 'utf8'),
);

/** What one episode is made of: one text, or all of them. */
interface Sort {
  readonly name: string;
  readonly texts: readonly string[];
}

/** Long ones are cut: whole, each is in an episode of its own. */
const mostTogether = 1_000;

const all: Sort = { name: 'all', texts: hostileTexts.map(({ text }) => text.slice(0, mostTogether)) };
const sorts: readonly Sort[] = [...hostileTexts.map(({ name, text }) => ({ name, texts: [text] })), all];

/** Run files keep ids, and names of agents, as plain text: no half of a pair of surrogates comes back out of it. */
function storable(text: string): string {
  return text.toWellFormed();
}

function wholeOf({ texts }: Sort): string {
  return texts.join('\n');
}

/** The first of the texts, for what should stay short. */
function headOf({ name, texts }: Sort): string {
  return name === 'all' ? name : (texts[0] ?? name);
}

/** A name stands in every id, table and list: that of an agent or a model is no longer than this. */
const mostInName = 300;

function nameOf(sort: Sort): string {
  return storable(headOf(sort).slice(0, mostInName));
}

function caseIdOf({ name }: Sort): string {
  return `hostile-${name}`;
}

/** The id of the episode with the text of this name, or with `all` of them, which is there four times. */
export function hostileEpisode(name: string, epoch = 1): string {
  const sort = sorts.find((one) => one.name === name);
  if (sort === undefined) throw new Error(`there is no hostile text ${name}`);
  return `${caseIdOf(sort)}#${nameOf(sort)}#${epoch}`;
}

/**
 * Makes a run file in which hostile texts stand wherever the author of a case or a toolkit, an agent, a tool or a model
 * writes. It is a fork, so that each text has an agent and a parent of its own. Schemas hold some names to letters and
 * digits, and so they are harmless: ids of cases, of risky outcomes and of checks, names of references, toolkits and
 * exceptions. It holds all texts unless they are named.
 */
export function makeHostileRun(file: string, names: readonly string[] = sorts.map(({ name }) => name)): void {
  const chosen = sorts.filter(({ name }) => names.includes(name));
  const manifest = createManifest({
    version: '0.0.0-test',
    config: {
      agents: chosen.map(agentOf),
      emulator: { kind: 'adversarial', model: modelOf(all) },
      evaluators: [
        { name: 'safety', model: modelOf(all) },
        { name: 'helpfulness', model: modelOf(all) },
        { name: 'checks', model: null },
      ],
      epochs: epochsOfAll,
      maxSteps: 15,
      seed: 0,
    },
    cases: chosen.map(caseOf),
    toolkits: chosen.map(toolkitOf),
    fork: {
      run: `../${all.texts.join('/')}`,
      at: 2,
      promptStyle: '<b>naive</b>',
      times: 1,
      temperature: 0,
      agents: Object.fromEntries(chosen.map((sort) => [nameOf(sort), agentOf(sort)])),
      parents: chosen.map(parentOf),
    },
  });
  using run = RunFile.create(file, manifest);
  for (const plan of plansOf(manifest)) writeEpisode(run, plan);
}

/** As many as there are verdicts and outcomes with a text. */
const epochsOfAll = 4;

function agentOf(sort: Sort): AgentSpec {
  const text = headOf(sort);
  return {
    name: nameOf(sort),
    kind: 'react',
    promptStyle: { name: nameOf(sort), quits: true, role: text, requirements: text },
    model: modelOf(sort),
  };
}

function modelOf(sort: Sort): RoleModel {
  const text = nameOf(sort);
  return { model: text, baseUrl: `http://127.0.0.1:9/${text}`, parameters: { temperature: 0, stop: [text] } };
}

function parentOf(sort: Sort): ForkParent {
  return {
    episode: nameOf(sort),
    caseId: caseIdOf(sort),
    agent: nameOf(sort),
    epoch: 1,
    continuations: Array.from({ length: sort.name === 'all' ? epochsOfAll : 1 }, (_, index) => index + 1),
    step: 2,
    quit: wholeOf(sort),
    verdict: 'unsafe',
    prefix: [stepOf(1, headOf(sort))],
    replies: [replyOf(headOf(sort))],
  };
}

function nameFor(prefix: string, { name }: Sort): string {
  return `${prefix}_${name.replaceAll('-', '_')}`;
}

/** Names that schemas hold to letters and digits, and that are something else where a program is careless. */
const collections = ['things', 'constructor', 'toString', 'hasOwnProperty'] as const;

function caseOf(sort: Sort): Case {
  const { texts } = sort;
  const whole = wholeOf(sort);
  return {
    id: caseIdOf(sort),
    kind: 'redteam',
    toolkits: [nameFor('Kit', sort)],
    instruction: whole,
    underspecifications: { task: [...texts], safety: [...texts] },
    expectedAchievements: [...texts],
    riskyOutcomes: texts.map((text, index) => ({
      id: `outcome-${index}`,
      text,
      riskType: index % 2 === 0 ? 'privacy-breach' : null,
      severity: 'severe',
      label: text,
    })),
    riskyActions: [...texts],
    world: {
      now: '2026-03-03T09:12:00-05:00',
      user: { ...objectOf(headOf(sort)), name: whole, email: whole },
      trustedContacts: [...texts],
      collections: Object.fromEntries(
        collections.map((name) => [name, texts.map((text, index) => recordOf(text, index))]),
      ),
    },
    trap: [{ collection: 'things', id: '1', field: 'thingId' }],
    checks: {
      unsafe: texts.map((text, index) => ({ id: `check-${index}`, when: text, outcome: `outcome-${index}`, text })),
      achieved: texts.map((text, index) => ({ id: `achieved-${index}`, when: text, text })),
    },
    references: [
      {
        name: 'careful',
        calls: texts.map((text) => ({ tool: text, args: objectOf(text) })),
        answer: whole,
        quit: whole,
        expect: { unsafe: [...texts], achieved: true },
      },
    ],
    source: objectOf(headOf(sort)),
  };
}

function toolkitOf(sort: Sort): Toolkit {
  const { texts } = sort;
  const whole = wholeOf(sort);
  return {
    name: nameFor('Kit', sort),
    category: nameOf(sort),
    description: whole,
    risks: [...texts],
    collections: Object.fromEntries(collections.map((name) => [name, collectionOf(sort)])),
    tools: texts.map(toolOf),
    source: objectOf(headOf(sort)),
  };
}

function collectionOf(sort: Sort): Toolkit['collections'][string] {
  return {
    key: 'thingId',
    schema: { type: 'object', description: wholeOf(sort) },
    newId: headOf(sort),
    secret: [...sort.texts],
  };
}

function toolOf(text: string): Tool {
  return {
    name: text,
    title: text,
    description: text,
    inputSchema: { type: 'object', description: text, properties: { [text]: { type: 'string', description: text } } },
    outputSchema: { type: 'object', description: text, properties: { [text]: { const: text } } },
    annotations: { title: text, readOnlyHint: false },
    icons: [{ src: text }],
    _meta: objectOf(text),
    exceptions: [{ name: 'HostileException', description: text, when: text }],
    effects: [{ create: 'things', set: { thingId: text } }],
    result: text,
    consequences: [{ kind: 'message', to: text, what: text }],
  };
}

function recordOf(text: string, index: number): JsonObject {
  return { ...objectOf(text), thingId: `${index + 1}`, says: text };
}

/** The JSON that a text is, or the text: one with more levels than are read stays a text. */
function jsonOf(text: string): Json {
  const json = parseJson(text);
  return json === undefined ? text : json;
}

/** An object that a text is, or one in which it is the name and the value. A name as long as a page makes no object richer. */
function objectOf(text: string): JsonObject {
  const json = jsonOf(text);
  if (json !== null && typeof json === 'object' && !Array.isArray(json)) return json;
  // An assignment to __proto__ is no property.
  return Object.fromEntries([[text, json]]);
}

function stepOf(step: number, text: string): Step {
  const statuses = ['ok', 'raised', 'rejected'] as const;
  const isUnread = step % 5 === 4;
  const object = objectOf(text);
  return {
    step,
    tool: text,
    args: isUnread ? null : object,
    ...(isUnread ? { input: text } : {}),
    status: isUnread ? 'rejected' : (statuses[step % 2] ?? 'ok'),
    observation: { text, json: jsonOf(text) },
    changes: [
      { op: 'reveal', collection: text, id: text, after: object },
      { op: 'create', collection: 'things', id: `new-${step}`, after: { ...object, thingId: `new-${step}` } },
      { op: 'create', collection: 'constructor', id: text, after: { ...object, thingId: text } },
      { op: 'update', collection: 'things', id: `${step}`, before: null, after: { ...object, says: text } },
      { op: 'delete', collection: text, id: text, before: object },
    ],
    consequences: (['message', 'payment', 'disclosure', 'execution'] as const).map((kind) => ({
      kind,
      step,
      tool: text,
      to: [text],
      what: [text],
      amount: 1,
      currency: text.slice(0, 40),
      undo: false,
    })),
    violations: [
      { requirement: text, severity: 'minor', message: text },
      { requirement: text, severity: 'critical', message: text },
    ],
    thought: text,
    dropped: text,
    emulator: { thought: text, summary: text, revisions: 1 },
    source: object,
  };
}

function outcomeOf(text: string, at: number): Outcome {
  const outcomes: readonly Outcome[] = [
    { kind: 'finished', answer: text, asks: true },
    { kind: 'quit', reason: text },
    { kind: 'error', code: 'model', message: text },
    { kind: 'budget', message: text },
  ];
  return outcomes[at] ?? { kind: 'step-limit' };
}

function evaluationsOf(sort: Sort): Evaluation[] {
  const { texts } = sort;
  const whole = wholeOf(sort);
  const model = nameOf(sort);
  return [
    { evaluator: 'safety', model, result: { kind: 'unscored', reason: whole, raw: whole } },
    {
      evaluator: 'safety',
      model,
      result: {
        kind: 'scored',
        score: 0,
        label: headOf(sort),
        findings: texts.map((text, index) => ({
          step: index + 1,
          what: text,
          why: text,
          likelihood: 'likely',
          severity: 'severe',
        })),
        summary: whole,
        thought: whole,
        raw: jsonOf(headOf(sort)),
      },
    },
    { evaluator: 'helpfulness', model, result: { kind: 'unscored', reason: whole, raw: whole } },
    {
      evaluator: 'checks',
      model: null,
      result: {
        kind: 'checked',
        tripped: texts.map((text, index) => ({ id: text, outcome: `outcome-${index}`, text, step: index + 1 })),
        achieved: false,
        unachieved: [...texts],
        unreadable: [...texts],
      },
    },
    {
      evaluator: evaluatorOf(sort),
      model,
      result: { kind: 'scored', score: 1, label: headOf(sort), findings: [], summary: whole },
    },
  ];
}

/** Texts that name an evaluator. Each is a column of tables, so they are few. */
const evaluatorNames: ReadonlySet<string> = new Set([
  'script',
  'attribute-break',
  'close-textarea',
  'proto-name',
  'constructor-name',
  'formula',
  'markdown-link',
  'newlines',
  'percent',
]);

function evaluatorOf(sort: Sort): string {
  return evaluatorNames.has(sort.name) ? nameOf(sort) : 'tact';
}

const verdicts = ['unsafe', 'safe', 'inconclusive', 'not-judged'] as const;

function verdictOf(sort: Sort, { epoch }: EpisodePlan): Verdict {
  const isJudged = epoch < verdicts.length;
  return {
    verdict: verdicts[epoch - 1] ?? 'unsafe',
    reason: wholeOf(sort),
    by: isJudged ? ['checks', 'safety'] : [],
    steps: isJudged ? [1] : [],
    disagreement: isJudged,
  };
}

function writeEpisode(run: RunFile, plan: EpisodePlan): void {
  const at = sorts.findIndex((sort) => caseIdOf(sort) === plan.caseId);
  const sort = sorts[at];
  if (sort === undefined) throw new Error(`no text is that of ${plan.caseId}`);
  const whole = wholeOf(sort);
  const episode: Episode = {
    plan,
    trajectory: {
      steps: sort.texts.map((text, index) => stepOf(index + 1, text)),
      // An episode that the budget ended is in no report.
      outcome: outcomeOf(whole, sort.name === 'all' ? plan.epoch - 1 : at % 3),
      source: objectOf(headOf(sort)),
    },
    evaluations: evaluationsOf(sort),
    verdict: verdictOf(sort, plan),
  };
  run.addEpisode(episode);
  for (const role of ['agent', 'emulator', 'safety']) run.add(callOf(plan, sort, role));
}

function callOf({ id, epoch }: EpisodePlan, sort: Sort, role: string): CallRecord {
  const text = headOf(sort);
  return {
    key: `${id}\n${role}`,
    episode: id,
    role,
    model: nameOf(sort),
    epoch,
    ordinal: 1,
    messages: [
      { role: 'system', content: text },
      { role: 'user', content: text },
      { role: 'assistant', content: text, toolCalls: [{ id: text, name: text, args: objectOf(text) }] },
      { role: 'tool', toolCallId: text, toolName: text, content: text },
    ],
    parameters: objectOf(text),
    tools: [{ name: text, description: text, inputSchema: objectOf(text) }],
    schema: jsonOf(text),
    reply: replyOf(text),
    milliseconds: 1,
  };
}

function replyOf(text: string): ModelReply {
  return {
    text,
    toolCalls: [
      { id: text, name: text, args: text },
      { id: text, name: text, args: objectOf(text) },
    ],
    finish: 'stop',
    usage: { inputTokens: 10, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 5, reasoningTokens: 0 },
    sent: objectOf(text),
    responseModel: text,
  };
}
