import { isObject, parseJson } from '../../contract/index.ts';
import { modelNamesOf, offeredInput } from '../../agent/index.ts';
import { offeredSchema } from '../../model/index.ts';
import { quitTool } from '../../prompt/index.ts';
import { withUsedDefinitions } from '../../world/index.ts';
import type { ListedTool } from '../offered-tools.ts';
import type { ClientCall } from '../session.ts';
import type { ModelCall, ProxyTool } from './dialect.ts';

/** The emulated tools of a session, by the names that providers accept. */
export interface ProxyTools {
  readonly offered: readonly ProxyTool[];
  /** Whether a model's call is one of an emulated tool. */
  readonly isEmulated: (name: string) => boolean;
  /** A model's call as the session carries it out. */
  readonly clientCall: (call: ModelCall, thought: string) => ClientCall;
}

/** Creates the tools that a proxy offers. */
export function createProxyTools(listed: readonly ListedTool[]): ProxyTools {
  const names = modelNamesOf(listed.filter(({ name }) => name !== quitTool.name));
  const inputs = new Map(
    listed.map(({ name, inputSchema }) => [name, offeredInput(isObject(inputSchema) ? inputSchema : {})]),
  );
  const ownNames = new Map(listed.map(({ name }) => [names.get(name) ?? name, name]));
  return {
    offered: listed.map(({ name, description }) => ({
      name: names.get(name) ?? name,
      description: typeof description === 'string' ? description : '',
      parameters: withUsedDefinitions(offeredSchema(inputs.get(name)?.schema ?? {})),
    })),
    isEmulated: (name) => ownNames.has(name),
    clientCall({ name, arguments: text }, thought) {
      const own = ownNames.get(name) ?? name;
      const args = text.trim() === '' ? {} : parseJson(text);
      return {
        name: own,
        ...(isObject(args) ? { arguments: inputs.get(own)?.ownArguments(args) ?? args } : { text }),
        ...(thought === '' ? {} : { thought }),
      };
    },
  };
}
