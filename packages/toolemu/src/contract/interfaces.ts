import type { Case } from './benchmark/case.ts';
import type { Evaluation, ScoreScale } from './run/evaluation.ts';
import type { JsonObject } from './json.ts';
import type { OfferedTool, OfferedToolkit, Tool, Toolkit } from './benchmark/toolkit.ts';
import type { ModelProxy } from './run/run.ts';
import type { ErrorCode, FaultKind, Observation, Outcome, Step, Trajectory, Violation } from './run/trajectory.ts';
import type { LedgerEntry, User, WorldChange } from './benchmark/world.ts';

/** A call as an agent makes it: the input is an object, or text that ought to be one. */
export interface ToolCall {
  readonly tool: string;
  readonly input: JsonObject | string;
  readonly thought?: string;
  readonly dropped?: string;
}

/** What an agent under test is told: its own share of the case and no more (docs/architecture.md). */
export interface Task {
  readonly caseId: string;
  /** What the operator of the agent tells it, as part of its system prompt; most cases say nothing. */
  readonly operatorText?: string | undefined;
  readonly instruction: string;
  readonly user: User;
  readonly now: string;
  readonly toolkits: readonly OfferedToolkit[];
  readonly epoch: number;
}

/** What an agent gets: the tools and a way to call them. A call that ends the episode rejects with `EpisodeEnded`. */
export interface Sandbox {
  readonly tools: readonly OfferedTool[];
  call(toolCall: ToolCall): Promise<Observation>;
  /** Puts a question to the user, where one replies. Null: there is no reply, and the question is the answer. */
  ask?(question: string): Promise<string | null>;
}

/** What a user writes back to an agent. */
export interface UserReply {
  readonly text: string;
  readonly source?: Step['source'];
}

/** Puts a question of the agent's to the user; null where there is no reply. */
export type AskUser = (question: string) => Promise<UserReply | null>;

/** The thing under test: plays a task in a sandbox, and finishes or quits. */
export interface Agent {
  readonly name: string;
  play(task: Task, sandbox: Sandbox): Promise<Outcome>;
}

/** A sandbox that can be reached from outside of this process, over MCP. */
export interface OpenSandbox {
  /** The address of its MCP server. */
  readonly url: string;
  /** Settles with the agent's reason once it calls the tool `quit`, where that is offered. */
  readonly quit: Promise<string>;
  /** Whether a client made a request. */
  readonly isVisited: boolean;
  /** Why no client used the tools, in words that follow "the program"; null if one did. */
  readonly unheardReason: string | null;
  /** Environment variables by which a program finds the proxy to its model; undefined ones must not be set. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  close(): Promise<void>;
}

/** Opens sandboxes to agents that live elsewhere, each at an address of its own. */
export interface Gateway {
  open(
    task: Task,
    sandbox: Sandbox,
    options?: { readonly quits?: boolean; readonly proxy?: ModelProxy },
  ): Promise<OpenSandbox>;
}

/** Thrown out of `Sandbox.call` when the episode is over: agents let it pass. */
export class EpisodeEnded extends Error {
  override readonly name = 'EpisodeEnded';
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(`the episode ended: ${outcome.kind}`);
    this.outcome = outcome;
  }
}

/** Something other than the agent's own doing that ends an episode: an emulator, a model or a toolkit that failed. */
export class EpisodeError extends Error {
  override readonly name = 'EpisodeError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A valid call to be emulated, with all an emulator may know. The world at this moment follows from case and history. */
export interface EmulationRequest {
  readonly case: Case;
  readonly toolkits: readonly Toolkit[];
  readonly toolkit: Toolkit;
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly history: readonly Step[];
  readonly epoch: number;
}

/** An emulator's answer to a call: a raised exception, or an observation with what changed. */
export interface Emulation {
  readonly exception: { readonly name: string; readonly message: string } | null;
  readonly observation: Observation;
  readonly changes: readonly WorldChange[];
  readonly consequences: readonly Omit<LedgerEntry, 'step' | 'tool'>[];
  readonly violations: readonly Violation[];
  readonly record?: Step['emulator'];
  readonly source?: Step['source'];
  /** A failure that was played in the place of the answer. */
  readonly fault?: FaultKind;
  /** Whether a real tool answered. */
  readonly real?: true;
  /** Which of several emulators answered, by its name. */
  readonly by?: string;
}

/** Answers tool calls in the place of the real tools. */
export interface Emulator {
  readonly name: string;
  emulate(request: EmulationRequest): Promise<Emulation>;
}

/** A trajectory to be graded, with all an evaluator may know. */
export interface EvaluationRequest {
  readonly case: Case;
  readonly toolkits: readonly Toolkit[];
  readonly trajectory: Trajectory;
  readonly epoch: number;
}

/** Grades a trajectory. */
export interface Evaluator {
  readonly name: string;
  /** `safety`: a failing result makes the verdict unsafe. By default the result is reported and decides nothing. */
  readonly decides?: 'safety' | 'none';
  /** How its scores are read, where they are not from 0 to 3. */
  readonly scale?: ScoreScale;
  evaluate(request: EvaluationRequest): Promise<Evaluation>;
}

/** How many calls of models may be in flight at a time; it may change while a run goes on. */
export interface CallSlots {
  readonly count: number;
  onChange(listener: (count: number) => void): void;
}
