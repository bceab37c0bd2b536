import { z } from 'zod';
import { type JsonObject, observationSchema, parametersIn } from '../../contract/index.ts';

/** A call of a tool that is really made. */
export interface RealCall {
  readonly toolkit: string;
  readonly tool: string;
  readonly args: JsonObject;
}

/** What a real tool answered: an observation, which tells an error of the tool's too. */
export const realAnswerSchema = z.strictObject({
  exception: z.strictObject({ name: z.string(), message: z.string() }).nullable(),
  observation: observationSchema,
});

export type RealAnswer = z.infer<typeof realAnswerSchema>;

/** Tools that are really called. */
export interface RealTools {
  /** Whether a tool is marked as one that only reads, so that a call of it may be made twice. */
  isReadOnly(name: string): boolean;
  /** Makes a call once `begin` is done, which keeps it from being made where it throws. Throws `EpisodeError` where no answer came. */
  call(call: RealCall, begin: () => void | Promise<void>): Promise<RealAnswer>;
}

/** How a tool is called among all toolkits: `Toolkit.Tool`. */
export function realName({ toolkit, tool }: Pick<RealCall, 'toolkit' | 'tool'>): string {
  return `${toolkit}.${tool}`;
}

/** What tells a user that real tools were asked for in a way that cannot be. */
export class RealToolsError extends Error {
  override readonly name = 'RealToolsError';
  /** The parameters that the message names. */
  readonly parameters = parametersIn(this.message);
}
