/** Options by their earlier names, and their current names. */
const oldOptions: ReadonlyMap<string, string> = new Map([
  ['--prompting', '--prompt-style'],
  ['--start', '--offset'],
  ['--others', '--fallback-emulator'],
  ['--patience', '--heartbeat-timeout'],
  ['--idle', '--idle-timeout'],
]);

/** Values of an option by their old names. */
const oldValues: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['--factor', new Map([['prompting', 'prompt-style']])],
]);

/** A command line under current names, and a sentence on the old ones; null where it has none. */
export function withCurrentOptions(args: readonly string[]): { args: string[]; note: string | null } {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const renamed = new Map<string, string>();
  const current = own.map((arg, at) => {
    const [name = '', inline] = arg.startsWith('--') ? split(arg) : [];
    const option = oldOptions.get(name);
    if (option !== undefined) {
      renamed.set(name, option);
      return inline === undefined ? option : `${option}=${inline}`;
    }
    const value = inline === undefined ? oldValues.get(own[at - 1] ?? '')?.get(arg) : oldValues.get(name)?.get(inline);
    if (value === undefined) return arg;
    renamed.set(`${inline === undefined ? own[at - 1] : name} ${inline ?? arg}`, value);
    return inline === undefined ? value : `${name}=${value}`;
  });
  const names = [...renamed].map(([old, now]) => `\`${old}\` is now \`${now}\``);
  return {
    args: [...current, ...(end < 0 ? [] : args.slice(end))],
    note: names.length === 0 ? null : `${names.join(', ')}; the old name still works`,
  };
}

function split(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=');
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}
