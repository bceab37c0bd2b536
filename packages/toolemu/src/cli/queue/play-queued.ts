import type { RunConfig } from '../../contract/index.ts';
import { oneLine } from '../../report/index.ts';
import { builtinFamilies, personAgent } from '../../run/index.ts';
import type { RunFile } from '../../store/index.ts';
import type { EngineFlags } from '../options/engine-options.ts';
import { type Played, playedOf } from '../play/play.ts';
import { UsageError } from '../terminal/failure.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { note } from '../terminal/output.ts';
import { createProgress } from '../terminal/progress.ts';
import { version } from '../version.ts';
import { loadQueue } from './load-queue.ts';
import { queueAddress } from './queue-address.ts';

/** Whether a run is played by the workers of a queue; its address, where that is given. */
interface Queued {
  readonly queue?: string | boolean | undefined;
}

/** Whether options say that workers play. */
export function isQueued<Flags extends Queued>(flags: Flags): flags is Flags & { queue: string | true } {
  return flags.queue !== undefined && flags.queue !== false;
}

/** Throws where the queue cannot be reached, before anything is made. */
export async function checkQueue(queue: Queued['queue']): Promise<void> {
  const { reachQueue } = await loadQueue();
  await reachQueue(queueAddress(queue));
}

/** Seconds after which a worker is taken for gone that was not heard of. */
export const usualPatience = 30;

/** Has the workers of a queue play a run file, with progress on stderr; after Ctrl-C they go on. The file is closed. */
export async function playQueued(file: RunFile, { queue, ...engine }: EngineFlags & Queued): Promise<Played> {
  const { coordinate, versionOf } = await loadQueue();
  const interrupt = onInterrupt();
  const progress = createProgress();
  try {
    const result = await coordinate({
      url: queueAddress(queue),
      version: versionOf(version()),
      file,
      engine: {
        concurrency: engine.concurrency ?? null,
        requestsPerMinute: engine.rpm ?? null,
        tokensPerMinute: engine.tpm ?? null,
        timeout: engine.timeout ?? null,
      },
      most: engine.maxCost ?? null,
      patience: usualPatience,
      signal: interrupt.signal,
      onEvent: progress.onEvent,
      onNote: (line) => note(oneLine(line)),
    });
    return { ...(await playedOf(file, result)), isLeftInQueue: result.isLeftInQueue };
  } finally {
    progress.stop();
    interrupt.release();
    file.close();
  }
}

/** Refuses a run that workers on other machines could not play. */
export function refuseUnqueued(config: RunConfig): void {
  const { agents, emulator } = config;
  const here = agents.find(({ kind, external }) => external !== undefined || kind === personAgent.kind);
  if (here !== undefined)
    throw new UsageError(
      `--queue: the agent ${here.name} is on this machine, and workers are on others: leave --queue out, or play parts by --shard`,
    );
  if (emulator.realTools !== undefined || emulator.kind === 'passthrough')
    throw new UsageError('--queue: real tools are on this machine, and workers are on others: leave --queue out');
  const [own] = ownMembersIn(config);
  if (own !== undefined)
    throw new UsageError(
      `--queue: the ${own} is defined by a configuration, and workers load none: leave --queue out, or play parts by --shard`,
    );
}

/** What a run names that is not built in. Prompt styles are kept whole in the run. */
function ownMembersIn({ agents, emulator: { kind, requirements = [] }, evaluators }: RunConfig): string[] {
  return [
    ...agents.filter((agent) => !builtinFamilies.agents.has(agent.kind)).map((agent) => `agent ${agent.name}`),
    ...(builtinFamilies.emulators.has(kind) ? [] : [`emulator ${kind}`]),
    ...evaluators.filter(({ name }) => !builtinFamilies.evaluators.has(name)).map(({ name }) => `evaluator ${name}`),
    ...requirements.map((name) => `requirement ${name}`),
  ];
}
