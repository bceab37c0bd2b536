import { ServerError } from '../http/server-error.ts';

/** Something asked of the playground that cannot be done: the message names the field, and what to do. */
export class PlaygroundError extends ServerError {}
