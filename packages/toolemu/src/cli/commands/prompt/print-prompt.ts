import { countRequest, headTokens, loadTokenCounter, type ModelCall } from '../../../model/index.ts';
import { grouped, percent } from '../../play/estimate.ts';
import { UsageError } from '../../terminal/failure.ts';
import { colours, print, printJson } from '../../terminal/output.ts';

/** The tokens of a request; `cachedPrefix` are those at its head that the next request will repeat. */
interface PrintedTokens {
  readonly messages: readonly number[];
  readonly tools: number;
  readonly schema: number;
  readonly total: number;
  readonly cachedPrefix: number;
}

/** Prints what would be sent to a model, the parts in the order in which providers read them. */
export async function printPrompt(request: ModelCall | null, isJson: boolean): Promise<void> {
  if (request === null) throw new UsageError('nothing would be asked: what is there is whole');
  const counted = countRequest(request, await loadTokenCounter());
  const tokens = { ...counted, cachedPrefix: headTokens(counted, request.stableMessages ?? 0) };
  const { messages, tools, schema } = request;
  if (isJson) printJson({ messages, tools, schema, tokens });
  else printRequest(request, tokens);
}

function printRequest({ messages, tools, schema, stableMessages = 0 }: ModelCall, tokens: PrintedTokens): void {
  if (tools !== undefined) printPart('tools', tokens.tools, JSON.stringify(tools, null, 1));
  if (schema !== undefined) printPart('reply schema', tokens.schema, JSON.stringify(schema.schema));
  for (const [index, { role, ...message }] of messages.entries()) {
    if (index === stableMessages) printPrefixEnd(tokens);
    const calls = 'toolCalls' in message ? (message.toolCalls ?? []) : [];
    const text = [message.content, ...calls.map((call) => JSON.stringify(call))].filter((part) => part !== '');
    printPart(role, tokens.messages[index] ?? 0, text.join('\n'));
  }
  if (stableMessages >= messages.length) printPrefixEnd(tokens);
  print(colours.dim(`--- total · ${grouped(tokens.total)} tokens, an estimate by the encoding o200k_base`));
}

function printPart(name: string, tokens: number, text: string): void {
  print(`${colours.bold(`--- ${name}`)}${colours.dim(` · ${grouped(tokens)} tokens`)}\n${text}\n`);
}

function printPrefixEnd({ cachedPrefix, total }: PrintedTokens): void {
  const share = `${grouped(cachedPrefix)} of ${grouped(total)} tokens (${percent(cachedPrefix, total)})`;
  print(`${colours.cyan(`=== cached prefix ends here: ${share} ===`)}\n`);
}
