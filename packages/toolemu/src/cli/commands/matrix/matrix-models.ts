import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { z } from 'zod';
import { modelParametersSchema, roleModelSchema } from '../../../contract/index.ts';
import type { ModelChoice } from '../../../run/index.ts';
import { type ForRole, roleOption } from '../../options/role-flags.ts';
import { isSaid } from '../../options/said-options.ts';
import { UsageError } from '../../terminal/failure.ts';
import type { MatrixModel } from './define-matrix.ts';

const address = 'must be an address such as http://localhost:8000/v1';
const { temperature, maxOutputTokens, reasoningEffort } = modelParametersSchema.shape;
const modelSchema = z.strictObject({
  model: z.string('must be the name of a model').trim().min(1, 'must be the name of a model'),
  baseUrl: z.url({ protocol: /^https?$/, error: address }).optional(),
  temperature,
  maxTokens: maxOutputTokens,
  contextWindow: roleModelSchema.shape.contextWindow,
  reasoningEffort,
});

/** Options that name a model, and whose it is. */
const roles: Readonly<Record<string, ForRole>> = {
  model: '',
  agentModel: 'agent',
  emulatorModel: 'emulator',
  evaluatorModel: 'evaluator',
  userModel: 'user',
};

/** A value of a matrix that says more of a model than its name. Rates of faults are numbers alone. */
export function isModel(value: unknown): value is MatrixModel {
  if (typeof value !== 'object' || value === null) return false;
  return 'model' in value || Object.values(value).some((part) => typeof part === 'string');
}

/** Reads a model that a matrix gives an option. Throws {@link UsageError}, with the place and the field. */
export function readModel(option: string, value: unknown, place: string): MatrixModel {
  if (!Object.hasOwn(roles, option))
    throw new UsageError(
      `${place}: it takes no { model, baseUrl }: write one value, or say this of ${Object.keys(roles).join(', ')}`,
    );
  const parsed = modelSchema.safeParse(value);
  if (parsed.success) return withoutUnset(parsed.data);
  const [issue] = parsed.error.issues;
  const field = issue?.path.map((part) => `.${String(part)}`).join('') ?? '';
  throw new UsageError(`${place}${field}: ${issue?.message ?? 'not a model'}`);
}

/** What a variable of the environment that is not set leaves open is as for the role. */
function withoutUnset(model: MatrixModel): MatrixModel {
  const kept = Object.entries(model).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(kept), model: model.model };
}

/** Gives an option the models that a matrix says; what the command line says of their role stands above. */
export function setModels(command: CommandUnknownOpts, option: string, models: readonly ModelChoice[]): void {
  const said = models.map((model) => (typeof model === 'string' ? model : withoutSaid(model, option, command)));
  command.setOptionValueWithSource(option, option === 'agentModel' ? said : said[0], 'config');
}

function withoutSaid(model: MatrixModel, option: string, command: CommandUnknownOpts): MatrixModel {
  const kept = Object.entries(model).filter(
    ([field]) => field === 'model' || !isSaid(command, roleOption(roles[option] ?? '', field)),
  );
  return { ...Object.fromEntries(kept), model: model.model };
}

/** As in `vllm/qwen at http://gpu1:8000/v1, reasoningEffort none`. */
export function describeMatrixModel({ model, baseUrl, ...parameters }: MatrixModel): string {
  const said = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${String(value)}`],
  );
  return [baseUrl === undefined ? model : `${model} at ${baseUrl}`, ...said].join(', ');
}
