import type { Command } from '@commander-js/extra-typings';
import type { ReasoningEffort } from '../../contract/index.ts';
import { createModel, parseModelName, type ProbeResult, probe } from '../../model/index.ts';
import { examples } from '../options/help.ts';
import { reasoningEffort } from '../options/model-options.ts';
import { url } from '../options/parsers.ts';
import { allowAddressOption } from '../options/trust-options.ts';
import { agreeOnAddresses } from '../trust/addresses.ts';
import { loadEnvironment } from '../play/model-access.ts';
import { messageInOptions } from '../terminal/message-in-options.ts';
import { colours, note, print, printJson } from '../terminal/output.ts';

export function register(command: Command): void {
  doctorOptions(command)
    .addHelpText(
      'after',
      examples('toolemu doctor openai/gpt-4o', 'toolemu doctor Qwen/Qwen3-8B --base-url http://localhost:8000/v1'),
    )
    .action(doctor);
}

function doctorOptions(command: Command) {
  return command
    .argument('<models...>', 'models, as in openai/gpt-4o')
    .option('--base-url <url>', 'address of a compatible endpoint', url)
    .addOption(reasoningEffort('reasoning-effort', 'how much the models are asked to think'))
    .addOption(allowAddressOption())
    .option('--json', 'print the result as JSON');
}

/** `toolemu doctor`: small calls to each model, only when asked. Exit code 1 where one fails. */
export async function doctor(
  names: readonly string[],
  {
    baseUrl,
    reasoningEffort,
    allowAddress,
    json,
  }: { baseUrl?: string; reasoningEffort?: ReasoningEffort; allowAddress?: string[]; json?: true },
): Promise<void> {
  loadEnvironment();
  const results: { model: string; checks: ProbeResult[] }[] = [];
  for (const text of names) {
    const { name } = parseModelName(text, { baseUrl });
    await agreeOnAddresses([{ model: name, baseUrl: baseUrl ?? null, parameters: {} }], { baseUrl, allowAddress });
    note(`calling ${name} ...`);
    results.push({ model: name, checks: await diagnose(name, { baseUrl, reasoningEffort }) });
  }
  if (results.some(({ checks }) => checks.some(({ ok }) => !ok))) process.exitCode = 1;
  if (json === true) {
    printJson(results);
    return;
  }
  for (const { model, checks } of results) {
    print(colours.bold(model));
    for (const { name, ok, detail } of checks)
      print(`  ${ok ? colours.green('ok') : colours.red('failed')} ${name}: ${detail}`);
  }
}

async function diagnose(
  name: string,
  { baseUrl, reasoningEffort }: { baseUrl: string | undefined; reasoningEffort: ReasoningEffort | undefined },
): Promise<ProbeResult[]> {
  try {
    const model = createModel({ name, env: process.env, baseUrl, timeoutMs: 60_000, retry: { attempts: 1 } });
    return await probe(model, { reasoningEffort });
  } catch (error) {
    return [{ name: 'reachable', ok: false, detail: messageInOptions(error) }];
  }
}
