import type { PlaygroundOptions } from 'toolemu/contract';
import type { ModelDraft } from '../set-up.ts';

/** What is to be known of a model's provider before it is asked; empty where nothing stands in the way. */
export function providerNote({ model, baseUrl }: ModelDraft, { providers }: PlaygroundOptions): string {
  const [name = ''] = model.trim().split('/');
  const provider = providers.find((one) => one.name === name);
  if (name === '' || !model.includes('/')) return '';
  if (provider === undefined) return `${name} is no provider: ${providers.map((one) => one.name).join(', ')}`;
  if (provider.needsAddress && baseUrl.trim() === '') return `say where ${name} answers: a base URL`;
  if (baseUrl.trim() !== '') return 'a key of the environment is sent to addresses of the environment only';
  return provider.needsKey && !provider.hasKey
    ? `the server has no key of ${name}: start it with the key in its environment`
    : '';
}
