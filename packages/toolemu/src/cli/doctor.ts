import { messageOf, type ReasoningEffort } from '../contract/index.ts';
import { createModel, parseModelName, type ProbeResult, probe } from '../model/index.ts';
import { loadEnvironment } from './model-access.ts';
import { colours, note, print, printJson } from './output.ts';

/** `toolemu doctor`: small calls to each model, only when asked. Exit code 1 where one fails. */
export async function doctor(
  names: readonly string[],
  { baseUrl, reasoningEffort, json }: { baseUrl?: string; reasoningEffort?: ReasoningEffort; json?: true },
): Promise<void> {
  loadEnvironment();
  const results: { model: string; checks: ProbeResult[] }[] = [];
  for (const text of names) {
    const { name } = parseModelName(text, { baseUrl });
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
    return [{ name: 'reachable', ok: false, detail: messageOf(error) }];
  }
}
