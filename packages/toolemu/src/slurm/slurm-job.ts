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
  /** Where the merge runs; where the tasks do for what is not said. */
  readonly merge: JobPlace;
}

/** Where a job runs. */
export interface JobPlace {
  readonly partition?: string | undefined;
  readonly qos?: string | undefined;
}

/** What SLURM is asked for, for each task of the array or for the model server of all of them. */
export interface SlurmResources {
  readonly name: string;
  readonly tasks: number;
  /** How many tasks may run at a time; as many as there is room for where it is null. */
  readonly atOnce: number | null;
  readonly nodes: number;
  /** As SLURM has it: a number, or `a100:2`. */
  readonly gpus?: string | undefined;
  readonly cpusPerTask?: number | undefined;
  readonly memory?: string | undefined;
  /** What the nodes must have. */
  readonly constraint?: string | undefined;
  readonly time?: string | undefined;
  readonly partition?: string | undefined;
  readonly qos?: string | undefined;
  readonly account?: string | undefined;
}

/** A model server that each task starts for itself, or that a job of its own starts for all of them. */
export interface ModelServer {
  readonly model: string;
  /** More words of `vllm serve`. */
  readonly options: readonly string[];
  /** How long it may take until it is ready. */
  readonly timeoutSeconds: number;
  /** The job that serves all tasks, which the resources are then for; null where each task starts a server. */
  readonly job: ServerJob | null;
}

/** A job that serves all tasks. */
export interface ServerJob {
  readonly partition: string | undefined;
  /** What a task is given that has its model served there. */
  readonly task: Required<Pick<SlurmResources, 'cpusPerTask' | 'memory'>>;
}

/** The server of all tasks, or null where there is none. */
export function sharedServer({ server }: SlurmJob): ModelServer | null {
  return server === null || server.job === null ? null : server;
}
