import type { Draft, RoleModel } from '../../../../contract/index.ts';
import { parseModelName } from '../../../../model/index.ts';
import { checkModels } from '../../../play/model-access.ts';
import { UsageError } from '../../../terminal/failure.ts';
import type { GenerationFlags } from './generation-options.ts';

/** In tokens, where the command line names no length. */
const longestReply = 16_384;

/** Temperatures of ToolEmu's scripts; what is filled in of something given is not to be varied. */
const temperatures = { names: 0.6, toolkit: 0.5, case: 1, given: 0 } as const;

/** The model that drafts. Throws before anything is begun where it cannot be called. */
export async function generationModel(flags: GenerationFlags, kind: keyof typeof temperatures): Promise<RoleModel> {
  const { model, baseUrl, temperature = temperatures[kind], maxTokens = longestReply } = flags;
  if (model === undefined) {
    throw new UsageError('a language model drafts: name it by --model, as in --model openai/gpt-4o');
  }
  return checked({ model, baseUrl, parameters: { temperature, maxOutputTokens: maxTokens } }, flags);
}

/** The model that goes on with a draft: the one that began it, but for what the command line says. */
export async function modelOfDraft(draft: Draft, flags: GenerationFlags): Promise<RoleModel> {
  const { temperature = temperatures[sortOf(draft)], maxOutputTokens = longestReply } = draft.parameters ?? {};
  const parameters = {
    ...draft.parameters,
    temperature: flags.temperature ?? temperature,
    maxOutputTokens: flags.maxTokens ?? maxOutputTokens,
  };
  // The address is that of the model that began it: another model has its own.
  const baseUrl = flags.baseUrl ?? (flags.model === undefined ? (draft.baseUrl ?? undefined) : undefined);
  return checked({ model: flags.model ?? draft.model, baseUrl, parameters }, flags);
}

function sortOf({ request }: Draft): keyof typeof temperatures {
  return request.given === null ? request.kind : 'given';
}

async function checked(
  { model, baseUrl, parameters }: { model: string; baseUrl: string | undefined; parameters: RoleModel['parameters'] },
  flags: GenerationFlags,
): Promise<RoleModel> {
  const { name } = parseModelName(model, { baseUrl });
  const role = { model: name, baseUrl: baseUrl ?? null, parameters };
  await checkModels([role], flags);
  return role;
}
