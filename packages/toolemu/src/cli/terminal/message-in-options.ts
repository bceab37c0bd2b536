/** The options of the command line by the parameters that messages of the library name. */
const options: Readonly<Record<string, string>> = {
  agents: '--agent',
  allow: '--allow',
  allowAddresses: '--allow-address',
  allowCommands: '--allow-command',
  at: '--at',
  baseline: '--baseline',
  baseUrl: '--base-url',
  callRealTools: '--call-real-tools',
  cases: '--cases',
  emulator: '--emulator',
  episodes: '--episode',
  epochs: '--epochs',
  evaluators: '--evaluators',
  exclude: '--exclude',
  factor: '--factor',
  instruction: '--instruction',
  limit: '--limit',
  maxCostUsd: '--max-cost',
  maxSteps: '--max-steps',
  model: '--model',
  'models.agent': '--agent-model',
  'models.emulator': '--emulator-model',
  'models.evaluator': '--evaluator-model',
  'models.user': '--user-model',
  out: '--out',
  promptStyle: '--prompt-style',
  real: '--real',
  select: '--select',
  shard: '--shard',
  split: '--split',
  times: '--times',
  offset: '--offset',
  toolkits: '--toolkits',
  userReply: '--user-reply',
  variant: '--variant',
};

/** An error's message in the words of the command line: the parameters that it names are called by their options. */
export function messageInOptions(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const parameters: unknown = 'parameters' in error ? error.parameters : [];
  return Array.isArray(parameters) ? inOptions(error.message, parameters) : error.message;
}

/** A text of the library in which these parameters are called by their options: `--emulator offline`. */
export function inOptions(text: string, parameters: readonly unknown[]): string {
  return text.replaceAll(/`([a-z]\w*(?:\.[a-z]\w*)?)(?:: ([^`]+))?`/g, (whole, name: string, value?: string) => {
    const option = parameters.includes(name) && Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) return whole;
    return value === undefined || value === 'true' ? option : `${option} ${valueInOptions(value)}`;
  });
}

/** A value as it is written after an option: lists have commas, and no list at all is `none`. */
function valueInOptions(value: string): string {
  const isList = value.startsWith('[') && value.endsWith(']');
  const items = (isList ? value.slice(1, -1) : value).replaceAll("'", '');
  return isList ? items.replaceAll(', ', ',') || 'none' : items;
}
