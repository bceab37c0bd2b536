import { isDeepStrictEqual } from 'node:util';
import {
  type InferredToolPart,
  type Issue,
  type Json,
  type JsonObject,
  type ModelMessage,
  type Tool,
  type Toolkit,
  withoutNulls,
  type World,
} from '../../contract/index.ts';
import { renderToolCompletion, renderToolProblems, type ServiceRecords } from '../../prompt/index.ts';
import { revise } from '../asking/ask-revised.ts';
import type { Asking, Declared } from '../asking/asking.ts';
import { missingToolParts } from './missing-parts.ts';
import { problemsIn } from './problems-in.ts';
import { proofWorld, withListings } from './proof-situation.ts';
import { isObject } from '../../world/index.ts';

/** Proves the tools of a toolkit that declare effects, in a world; each problem has its place, as in `$.tools[3]`. */
export type ProveTools = (toolkit: Toolkit, world: World) => ToolProblems | Promise<ToolProblems>;

type ToolProblems = readonly Omit<Issue, 'file'>[];

/** A tool that was asked about. */
export interface ToolCompletion {
  /** With all that was declared and is sound; as it was where nothing is. */
  readonly tool: Tool;
  /** Why something that was declared is left out; none where all of it stands, or nothing was answered. */
  readonly problems: readonly string[];
  readonly isAnswered: boolean;
}

export interface ToolsRequest {
  /** As it was imported: what the model is shown. */
  readonly source: Toolkit;
  /** The tools that are asked about. */
  readonly lacking: readonly Tool[];
  readonly records: ServiceRecords;
  readonly asking: Asking;
  readonly prove: ProveTools;
  readonly onAsk: (tool: string, revision: number) => void;
}

/**
 * Asks for what is missing of each tool, then tries all answers together. What is wrong with one goes back to the model,
 * three times at most; what stays wrong is left out, and the others are tried without it.
 */
export async function completeTools(request: ToolsRequest): Promise<Map<Tool, ToolCompletion>> {
  const attempts = request.source.tools.flatMap((tool, index) => {
    return request.lacking.includes(tool) ? [new Attempt(tool, index, missingToolParts(tool), request)] : [];
  });
  await revise(request.asking, async (revision) => {
    const [first, ...others] = attempts.filter(({ isOpen }) => isOpen);
    // Once the first is answered a provider's cache serves the head of the others.
    await first?.ask(revision);
    await Promise.all(others.map((attempt) => attempt.ask(revision)));
    await prove(attempts, request);
    return !attempts.some(({ isOpen }) => isOpen);
  });
  for (let failing = failed(attempts); failing.length > 0; failing = failed(attempts)) {
    for (const attempt of failing) attempt.giveUp();
    await prove(attempts, request);
  }
  return new Map(attempts.map((attempt) => [attempt.source, attempt.outcome]));
}

function failed(attempts: readonly Attempt[]): Attempt[] {
  return attempts.filter(({ problems }) => problems.length > 0);
}

/** Tries what was declared, all together, and tells each attempt what is wrong with it. */
async function prove(
  attempts: readonly Attempt[],
  { source, records, prove: proveTools }: ToolsRequest,
): Promise<void> {
  const byIndex = new Map(attempts.map((attempt) => [attempt.index, attempt]));
  const tools = source.tools.map((tool, index) => byIndex.get(index)?.candidate ?? tool);
  const toolkit = withListings({ ...source, collections: { ...records.collections }, tools });
  try {
    for (const { path, message, remedy } of await proveTools(toolkit, proofWorld(records))) {
      const index = Number(/^\$\.tools\[(\d+)\]/.exec(path)?.[1]);
      byIndex.get(index)?.fail(`${message}; ${remedy}`);
    }
  } catch (error) {
    // A pattern in a stranger's schema may take too long: then nothing of it is proved.
    const unproved = attempts.filter(({ candidate }) => candidate?.effects !== undefined);
    for (const attempt of unproved) attempt.fail(`cannot be tried: ${(error as Error).message}`);
  }
}

/** One tool, from the first question to what is made of it. */
class Attempt {
  readonly source: Tool;
  readonly index: number;
  candidate: Tool | null = null;
  problems: readonly string[] = [];
  private readonly parts: readonly InferredToolPart[];
  private readonly request: ToolsRequest;
  private readonly messages: ModelMessage[];
  private readonly stableMessages: number;
  private said: Declared | null = null;
  private reasons: readonly string[] = [];

  constructor(source: Tool, index: number, parts: readonly InferredToolPart[], request: ToolsRequest) {
    this.source = source;
    this.index = index;
    this.parts = parts;
    this.request = request;
    const { source: toolkit, records } = request;
    this.messages = renderToolCompletion({ toolkit, records, tool: source, parts });
    this.stableMessages = this.messages.length - 1;
  }

  /** Whether it has not been answered yet, or not well. */
  get isOpen(): boolean {
    return this.said === null || this.problems.length > 0;
  }

  get outcome(): ToolCompletion {
    return { tool: this.candidate ?? this.source, isAnswered: this.said !== null, problems: this.reasons };
  }

  async ask(revision: number): Promise<void> {
    const { asking, onAsk } = this.request;
    if (this.said !== null)
      this.messages.push(...asking.sendBack(this.said, this.problems, renderToolProblems(this.problems)));
    onAsk(this.source.name, revision);
    const said = await asking.ask({
      step: `tool ${this.source.name}`,
      messages: this.messages,
      stableMessages: this.stableMessages,
    });
    if (said === null) return;
    this.said = said;
    this.candidate = null;
    this.problems = said.ok ? [] : [said.problem];
    if (said.ok) this.take(said.declaration, this.parts);
  }

  /** A tool to which nothing was added cannot fail by what was. */
  fail(problem: string): void {
    if (this.candidate !== null) this.problems = [problem];
  }

  /** Leaves out what was declared, but for an output schema that is sound by itself; the second time that as well. */
  giveUp(): void {
    const isFirst = this.reasons.length === 0;
    this.reasons = this.problems;
    this.candidate = null;
    this.problems = [];
    if (!isFirst || this.said?.ok !== true || !this.parts.includes('outputSchema')) return;
    this.take(this.said.declaration, ['outputSchema']);
    this.problems = [];
  }

  private take(declaration: JsonObject, parts: readonly InferredToolPart[]): void {
    const { source, records } = this.request;
    const declared = withDeclaration(this.source, declaration, parts);
    if (parts.includes('outputSchema') && declared.outputSchema === undefined) {
      this.problems = ['outputSchema: is missing; every tool returns something'];
      return;
    }
    const toolkit = { ...source, collections: records.collections, tools: [declared] } as unknown as Json;
    const sound = problemsIn(toolkit, '$.tools[0]');
    if (sound.ok) this.candidate = sound.toolkit.tools[0] ?? null;
    else this.problems = sound.problems;
  }
}

/**
 * A tool with what a declaration adds to it, not yet checked. Only parts that are missing are taken; exceptions that are
 * listed stay as they are and may get the condition they lack, others come after them.
 */
function withDeclaration(tool: Tool, declaration: JsonObject, parts: readonly InferredToolPart[]): JsonObject {
  const given = tool as unknown as JsonObject;
  const added = parts.flatMap((part): [InferredToolPart, Json][] => {
    const declared = declaration[part] ?? undefined;
    if (declared === undefined) return [];
    const value = part === 'exceptions' ? mergedExceptions(given.exceptions, declared) : withoutNullsIn(declared);
    const isNew = (part === 'effects' || !isEmptyList(value)) && !isDeepStrictEqual(value, given[part]);
    return isNew ? [[part, value]] : [];
  });
  if (added.length === 0) return given;
  const inferred = [...new Set([...(tool.inferred ?? []), ...added.map(([part]) => part)])];
  return { ...given, ...Object.fromEntries(added), inferred };
}

/** What is left out of the items of a list may be written as null. */
function withoutNullsIn(value: Json): Json {
  return Array.isArray(value) ? value.map(withoutNulls) : value;
}

function mergedExceptions(given: Json | undefined, declared: Json): Json {
  if (!Array.isArray(declared)) return declared;
  const listed = Array.isArray(given) ? given.filter(isObject) : [];
  const whole = declared.map(withoutNulls);
  const filled = listed.map((one) => {
    const twin = whole.find((other) => isObject(other) && other.name === one.name && other.when !== undefined);
    return one.when === undefined && isObject(twin) ? { ...one, when: twin.when as Json } : one;
  });
  const names = new Set(listed.map(({ name }) => name));
  return [...filled, ...whole.filter((one) => !isObject(one) || !names.has(one.name as Json))];
}

function isEmptyList(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}
