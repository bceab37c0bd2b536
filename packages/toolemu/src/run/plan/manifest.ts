import {
  type Case,
  type Fork,
  type Manifest,
  type RunConfig,
  type Toolkit,
  withOldNames,
} from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { withoutSecrets } from '../../platform/index.ts';
import { builtinPromptVersions, promptOf } from '../families/index.ts';
import { ConfigError } from './config-error.ts';

/** The head of a new run: the cases and the toolkits they name as they are now, with their hashes. */
export function createManifest({
  version,
  config,
  cases,
  toolkits,
  fork,
}: {
  version: string;
  config: RunConfig;
  cases: readonly Case[];
  toolkits: readonly Toolkit[];
  fork?: Fork | undefined;
}): Omit<Manifest, 'format'> {
  requireNoSecrets(config);
  const named = new Set(cases.flatMap((one) => one.toolkits));
  const used = toolkits.filter(({ name }) => named.has(name));
  return {
    toolemu: version,
    createdAt: new Date().toISOString(),
    config,
    cases: [...cases],
    toolkits: used,
    hashes: {
      cases: Object.fromEntries(cases.map((one) => [one.id, hashOf(withOldNames('case', one))])),
      toolkits: Object.fromEntries(used.map((one) => [one.name, hashOf(one)])),
      prompts: versionsInUse(config),
    },
    ...(fork === undefined ? {} : { fork }),
  };
}

/** Throws {@link ConfigError} for a secret of the environment in a configuration, because the run file would contain it. */
function requireNoSecrets(value: unknown, place = 'config'): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) requireNoSecrets(part, `${place}.${name}`);
  }
  if (typeof value !== 'string') return;
  const shown = withoutSecrets(value);
  if (shown === value) return;
  throw new ConfigError(
    `${place} contains a secret that the run file would keep: ${shown}. Pass it in the environment instead, where the program or server reads it`,
  );
}

/** The versions of the prompts a run uses. */
function versionsInUse({ agents, emulator, evaluators, user }: RunConfig): Record<string, string> {
  const used = new Set([
    ...agents.map(({ kind }) => `agent ${kind}`),
    `emulator ${promptOf(emulator.kind) ?? emulator.kind}`,
    ...(emulator.realTools === undefined || emulator.model === null ? [] : ['emulator real steps']),
    ...(emulator.examples === undefined ? [] : ['emulator examples']),
    ...evaluators.map(({ name }) => `evaluator ${name}`),
    ...(user === undefined ? [] : [`user ${user.kind}`]),
  ]);
  return Object.fromEntries(Object.entries(builtinPromptVersions()).filter(([name]) => used.has(name)));
}

/** The prompts whose version is another than when the run was begun. */
export function changedPrompts({ config, hashes }: Pick<Manifest, 'config' | 'hashes'>): string[] {
  const now = versionsInUse(config);
  return Object.keys({ ...now, ...hashes.prompts }).filter((name) => now[name] !== hashes.prompts[name]);
}
