import type { Command } from '@commander-js/extra-typings';
import type { RoleModel, Toolkit } from '../../../contract/index.ts';
import {
  type Completion,
  type CompletionProgress,
  completeToolkit,
  createAsking,
  firstRequests,
} from '../../../curation/index.ts';
import { parseModelName } from '../../../model/index.ts';
import { oneLine } from '../../../report/index.ts';
import { provers } from '../../../run/index.ts';
import { plural } from '../../../words/index.ts';
import type { OptionsOf } from '../../options/option-group.ts';
import { dollars, positiveInteger, temperature, url } from '../../options/parsers.ts';
import { calledOf, confirmSpending } from '../../play/confirm.ts';
import { checkModels, createEngine } from '../../play/model-access.ts';
import { UsageError } from '../../terminal/failure.ts';
import { onInterrupt } from '../../terminal/interrupt.ts';
import { createMeter } from '../../terminal/meter.ts';
import { note } from '../../terminal/output.ts';
import { estimateCompletion } from './completion-estimate.ts';

/** Options of the completion by a language model. */
type CompletionFlags = OptionsOf<typeof completionOptions>;

/** Adds the options of the completion by a language model. */
export function completionOptions(command: Command) {
  return command
    .option('--complete', 'have a language model infer what is missing: output schemas, effects, risks')
    .option('--model <name>', 'with --complete: the language model, as in openai/gpt-4o')
    .option('--base-url <url>', 'with --complete: address of a compatible endpoint', url)
    .option('--temperature <t>', 'with --complete: temperature (default: 0)', temperature)
    .option(
      '--max-tokens <n>',
      'with --complete: greatest length of a reply, in tokens (default: 16384)',
      positiveInteger,
    )
    .option(
      '--concurrency <n>',
      'with --complete: calls in flight (default: as many as the provider bears)',
      positiveInteger,
    )
    .option('--rpm <n>', 'with --complete: calls a minute, at most', positiveInteger)
    .option('--tpm <n>', 'with --complete: tokens a minute, in and out, at most', positiveInteger)
    .option('--max-cost <usd>', 'with --complete: what it may cost, in US dollars; it ends before', dollars)
    .option('--yes', 'with --complete: do not ask before the model is called');
}

/** In tokens, where the command line names no length. */
const longestReply = 16_384;

/** The model that `--complete` names. Throws before anything is begun where it cannot be called. */
export async function completionModel(flags: CompletionFlags): Promise<RoleModel> {
  const { model, baseUrl, temperature = 0, maxTokens = longestReply } = flags;
  if (model === undefined) {
    throw new UsageError('--complete asks a language model: name it by --model, as in --model openai/gpt-4o');
  }
  const { name } = parseModelName(model, { baseUrl });
  const role = {
    model: name,
    baseUrl: baseUrl ?? null,
    parameters: { temperature, maxOutputTokens: maxTokens },
  };
  await checkModels([role], flags);
  return role;
}

/**
 * Has a language model infer what toolkits do not say, after asking whether it may cost what it may. Null where somebody
 * said no, and nothing was called.
 */
export async function completeToolkits(
  toolkits: readonly Toolkit[],
  role: RoleModel,
  flags: CompletionFlags,
): Promise<Completion[] | null> {
  const open = toolkits.filter((toolkit) => firstRequests(toolkit).length > 0);
  if (open.length > 0) {
    const what = `${plural(open.length, 'toolkit')} to complete`;
    const models = [{ role: 'completion', ...calledOf(role) }];
    const estimate = () => estimateCompletion(open, role.model);
    if (!(await confirmSpending({ what, models, remarks: [], estimate, yes: flags.yes === true }))) return null;
  }
  const { signal, release } = onInterrupt();
  try {
    const meter = createMeter(createEngine(flags, { stop: signal }).model(role));
    const { parameters } = role;
    const completions: Completion[] = [];
    let stopped: string | null = null;
    for (const toolkit of toolkits) {
      const asking = createAsking({ model: meter.model, parameters, signal });
      const completion: Completion =
        stopped === null
          ? await completeToolkit({ toolkit, asking, check: provers.proveTools, onProgress })
          : notAsked(toolkit, stopped);
      stopped = completion.stopped;
      completions.push(completion);
    }
    if (open.length > 0) note(meter.summary());
    return completions;
  } finally {
    release();
  }
}

function notAsked(toolkit: Toolkit, stopped: string): Completion {
  return {
    toolkit,
    examples: null,
    inferred: { toolkit: [], tools: [] },
    notes: [`${toolkit.name}: stays as it was: ${stopped}`],
    stopped,
  };
}

function onProgress({ toolkit, tool, revision }: CompletionProgress): void {
  const again = revision === 0 ? '' : `, sent back (${revision})`;
  note(oneLine(`${toolkit}: asking for ${tool ?? 'the service as a whole'}${again}`));
}
