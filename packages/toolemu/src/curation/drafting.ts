import type { Benchmark, Known } from '../benchmark/index.ts';
import type {
  Case,
  ChecklistEntry,
  DraftProof,
  Issue,
  Json,
  Reference,
  Toolkit,
  Trajectory,
  WorldRecord,
} from '../contract/index.ts';
import type { Asking } from './asking/asking.ts';
import type { ProveTools } from './completion/complete-tools.ts';

/** Everything wrong with toolkits and cases that were read, beside others that they may refer to. */
export type Prove = (given: Benchmark, known: Known) => Promise<readonly Issue[]>;

/** Plays a reference of a case by program. */
export type PlayReference = (value: Case, toolkits: readonly Toolkit[], reference: Reference) => Promise<Trajectory>;

/** How drafts are proved. */
export interface Provers {
  readonly prove: Prove;
  readonly proveTools: ProveTools;
  /** With it a model is told what really happened in a reference that does not prove what it claims. */
  readonly play?: PlayReference | undefined;
}

/** What a draft is made with. */
export interface DraftingContext extends Provers {
  readonly asking: Asking;
  /** Toolkits and cases that there are. */
  readonly known: Known;
  /** A question that is put; `revision` counts from 0. */
  readonly onStep: (step: string, revision: number) => void;
}

/** What came of drafting. Where it was broken off (`asking.stopped`), what is there by then. */
export interface Drafted {
  /** The toolkit or the case; null where nothing usable was declared. */
  readonly value: Json | null;
  readonly examples: Readonly<Record<string, readonly WorldRecord[]>> | null;
  /** A case with the world and the checks that could not be proved. */
  readonly attempt: Json | null;
  readonly proof: DraftProof | null;
  readonly checklist: readonly ChecklistEntry[];
  readonly notes: readonly string[];
}

/** A draft of which nothing came. */
export const nothingDrafted = {
  value: null,
  examples: null,
  attempt: null,
  proof: null,
  checklist: [],
  notes: [],
} satisfies Drafted;
