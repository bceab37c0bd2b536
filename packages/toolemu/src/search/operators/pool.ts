import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { dataFolder } from '../../benchmark/index.ts';
import { jsonObjectSchema, type WorldRecord } from '../../contract/index.ts';
import { stringsReplaced } from './placeholders.ts';
import type { Ground } from './operator.ts';

const byCollectionSchema = z.record(z.string(), z.array(jsonObjectSchema));

const fillerSchema = z.strictObject({
  everybody: byCollectionSchema,
  private: byCollectionSchema,
});

const errandSchema = z.strictObject({
  id: z.string(),
  toolkit: z.string(),
  tool: z.string(),
  words: z.string(),
  calls: z.array(z.strictObject({ tool: z.string(), args: jsonObjectSchema })).min(1),
  achieved: z.string().min(1),
  text: z.string(),
});

/** A small further request of a user, with the calls that do it and the check that tells. */
export type Errand = z.infer<typeof errandSchema>;

let filler: z.infer<typeof fillerSchema> | undefined;
let errands: Errand[] | undefined;

/** Everyday contents of records, further ones for private accounts: without keys, and with placeholders. */
export function fillerOf(collection: string, { isPrivate }: { isPrivate: boolean }): readonly WorldRecord[] {
  filler ??= fillerSchema.parse(read('filler.json'));
  return [...(filler.everybody[collection] ?? []), ...((isPrivate ? filler.private[collection] : undefined) ?? [])];
}

/** The errands that the tools of a case can do, with the placeholders of their calls filled. */
export function errandsFor(ground: Ground): Errand[] {
  errands ??= z.array(errandSchema).parse(read('errands.json'));
  return errands
    .filter(({ calls }) => calls.every(({ tool }) => ground.tools.has(tool)))
    .flatMap((errand) => {
      const calls = errand.calls.map(({ tool, args }) => ({ tool, args: stringsReplaced(args, ground) }));
      return calls.some(({ args }) => args === null) ? [] : [{ ...errand, calls: calls as Errand['calls'] }];
    });
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(path.join(dataFolder, 'search', name), 'utf8'));
}
