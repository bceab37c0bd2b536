import type { Command } from '@commander-js/extra-typings';

/** A command: what the list of all says of it, and the module whose `register` adds its arguments, options and action. */
interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<{ readonly register: (command: Command) => void }>;
}

/** All commands, in the order of the help. Their modules are loaded when they are needed. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'demo',
    description: 'see it work in a minute: three control agents on a few of the built-in cases, without a key',
    load: () => import('./demo.ts'),
  },
  {
    name: 'run',
    description: 'play cases with agents in an emulated sandbox, grade the trajectories, keep all in a run file',
    load: () => import('./run.ts'),
  },
  {
    name: 'merge',
    description: 'make one run of the parts that `toolemu run --shard` played',
    load: () => import('./merge.ts'),
  },
  {
    name: 'migrate',
    description: 'bring files of earlier versions to current names and formats',
    load: () => import('./migrate.ts'),
  },
  {
    name: 'worker',
    description: 'play the runs of a queue, on this machine, until it is stopped',
    load: () => import('./worker.ts'),
  },
  {
    name: 'queue',
    description: 'look after the runs and workers of a queue',
    load: () => import('./queue.ts'),
  },
  {
    name: 'slurm',
    description: 'play a run as an array of jobs on a SLURM cluster: write the scripts, and submit them',
    load: () => import('./slurm.ts'),
  },
  {
    name: 'matrix',
    description: 'play a run for each combination of what a file varies, and tell all in one table',
    load: () => import('./matrix.ts'),
  },
  {
    name: 'scan',
    description: 'test an agent with its own tools: emulate them, play the cases that fit, report, and gate',
    load: () => import('./scan.ts'),
  },
  {
    name: 'search',
    description: 'search for changes of worlds that break an agent, or say how hard it was looked for',
    load: () => import('./search.ts'),
  },
  {
    name: 'fork',
    description: 'go on from episodes of a run, in a new one: from where agents quit, or from a step',
    load: () => import('./fork.ts'),
  },
  {
    name: 'findings',
    description: 'Confirm what was unsafe in a run on fresh tries, with controls: a card for each finding',
    load: () => import('./findings.ts'),
  },
  {
    name: 'evaluate',
    description: 'judge the trajectories of a run file again; earlier results are kept as history',
    load: () => import('./evaluate.ts'),
  },
  {
    name: 'calibrate',
    description: 'measure a judge on labelled trajectories: agreement, controls, and where it is wrong',
    load: () => import('./calibrate.ts'),
  },
  {
    name: 'study',
    description:
      'a study by people: play cases with several emulators, have them labelled, and report as the paper did',
    load: () => import('./study.ts'),
  },
  {
    name: 'fidelity',
    description: 'measure an emulator, call by call, against what the tools really do: answers, exceptions, changes',
    load: () => import('./fidelity.ts'),
  },
  {
    name: 'report',
    description: 'the figures of a run file in any format, what is missing in it, or its episodes',
    load: () => import('./report.ts'),
  },
  {
    name: 'compare',
    description: 'compare the agents of a run, or runs with the first of them, on the cases they share',
    load: () => import('./compare.ts'),
  },
  {
    name: 'serve',
    description: 'serve the emulated tools of cases over MCP, to whatever client connects; keep and judge what it does',
    load: () => import('./serve.ts'),
  },
  {
    name: 'view',
    description: 'the web app: watch, read and compare runs, play cases, label trajectories',
    load: () => import('./view.ts'),
  },
  {
    name: 'episodes',
    description: 'list the episodes of a run file: outcome, verdict, steps, scores',
    load: () => import('./episodes.ts'),
  },
  {
    name: 'inspect',
    description: 'tell what a run file is made of, whether it is whole, and whether it is being written',
    load: () => import('./inspect.ts'),
  },
  {
    name: 'export',
    description: 'write the episodes of a run file in another format',
    load: () => import('./export.ts'),
  },
  {
    name: 'import',
    description: "read ToolEmu's trajectory files, with the evaluation files beside them, into a run file",
    load: () => import('./import.ts'),
  },
  {
    name: 'import-tools',
    description: 'make toolkits of tools that are there: MCP servers, OpenAPI documents, lists of functions',
    load: () => import('./import-tools.ts'),
  },
  {
    name: 'check',
    description:
      'check toolkits and cases: shape, expressions, names; then prove them by generated calls and by the references',
    load: () => import('./check.ts'),
  },
  {
    name: 'generate',
    description: 'draft toolkits and cases with a language model, each proved by program and left to `toolemu review`',
    load: () => import('./generate.ts'),
  },
  {
    name: 'review',
    description: 'review drafts of toolkits and cases: see what was proved, accept, edit or reject them',
    load: () => import('./review.ts'),
  },
  {
    name: 'coverage',
    description: 'tools by risk types: what the cases can reach, what a run did, what was never offered',
    load: () => import('./coverage.ts'),
  },
  {
    name: 'cases',
    description: 'list cases: id, kind, toolkits, instruction',
    load: () => import('./cases.ts'),
  },
  {
    name: 'prompt',
    description: 'print the prompt a role gets for a case, as it would be sent',
    load: () => import('./prompt.ts'),
  },
  {
    name: 'doctor',
    description: 'try keys, endpoints and structured output with a few small, paid calls to each model named',
    load: () => import('./doctor.ts'),
  },
  {
    name: 'schema',
    description: 'print the JSON Schema of a toolkit, a case or another format, for editors to check by',
    load: () => import('./schema.ts'),
  },
];
