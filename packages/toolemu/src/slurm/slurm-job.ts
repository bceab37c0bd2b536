/** What an array of jobs is given, what it plays, and where. Paths are whole. */
export interface SlurmJob {
  readonly resources: SlurmResources;
  /** Where parts, merged run and reports are kept. */
  readonly folder: string;
  readonly logs: string;
  /** Where commands run: the paths of options lead from there. */
  readonly workingFolder: string;
  /** Lines of a shell that come before anything else, as they are. */
  readonly setup: readonly string[];
  /** The command of this program, in words. */
  readonly toolemu: readonly string[];
  /** Options of a part that is begun, in words. */
  readonly begin: readonly string[];
  /** Options of a part that is gone on with, in words. */
  readonly goOn: readonly string[];
  /** Options of the report that is printed, in words. */
  readonly report: readonly string[];
  readonly server: ModelServer | null;
}

/** What SLURM is asked for, for each task of the array. */
export interface SlurmResources {
  readonly name: string;
  readonly tasks: number;
  /** How many tasks may run at a time; as many as there is room for where it is null. */
  readonly atOnce: number | null;
  readonly nodes: number;
  readonly gpus?: number | undefined;
  readonly cpusPerTask?: number | undefined;
  readonly memory?: string | undefined;
  readonly time?: string | undefined;
  readonly partition?: string | undefined;
  readonly qos?: string | undefined;
  readonly account?: string | undefined;
}

/** A model server that each task starts for itself. */
export interface ModelServer {
  readonly model: string;
  /** More words of `vllm serve`. */
  readonly options: readonly string[];
  /** How long it may take until it is ready. */
  readonly timeoutSeconds: number;
}
