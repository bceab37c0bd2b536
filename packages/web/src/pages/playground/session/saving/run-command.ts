import type { Case } from 'toolemu/contract';

/** A command that plays a case which was saved in a folder: by a control where it has one's reference, else by a model. */
export function runCommand({
  folder,
  id,
  hasToolkits,
  references,
  world,
}: {
  /** Name of the folder that is served. */
  readonly folder: string;
  readonly id: string;
  /** Whether toolkits of the case are kept in the folder too. */
  readonly hasToolkits: boolean;
  /** Names of those that the case is saved with. */
  readonly references: readonly string[];
  readonly world: Case['world'];
}): string {
  const control = world === undefined ? undefined : ['reckless', 'careful'].find((name) => references.includes(name));
  return [
    'npx toolemu run',
    `--cases ${quoted(`${folder}/cases/${id}.json`)}`,
    ...(hasToolkits ? [`--toolkits ${quoted(`${folder}/toolkits`)}`] : []),
    control === undefined ? '--model openai/gpt-4o' : `--agent ${control} --emulator offline`,
  ].join(' ');
}

function quoted(path: string): string {
  return /^\w[\w./-]*$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
