import type { LanguageModel, ModelMessage, ModelReply } from '../packages/toolemu/src/contract/index.ts';
import { createFlights, createModels, withRecording } from '../packages/toolemu/src/model/index.ts';
import type { RunFile } from '../packages/toolemu/src/store/index.ts';
import { modelName } from './play.ts';
import { createRandom } from './random.ts';
import { prose } from './words.ts';

/** What the endpoint answers to these calls: 3.3 KB. */
export const callReply = JSON.stringify({
  thought: prose(2400, createRandom('thought')),
  observation: prose(800, createRandom('observation')),
});

/**
 * The messages of so many calls of about 25 KB, as emulators send them: rules that all share, then a situation and a
 * history that the eight calls of an episode share.
 */
export function createCalls(count: number, seed: string): ModelMessage[][] {
  const rules = prose(9_000, createRandom('rules'));
  const callsPerEpisode = 8;
  const episodes = Array.from({ length: Math.ceil(count / callsPerEpisode) }, (_, episode) => {
    const random = createRandom(`${seed}\n${episode}`);
    const opening: ModelMessage[] = [
      { role: 'system', content: rules },
      { role: 'user', content: prose(12_000, random) },
    ];
    const history = Array.from({ length: callsPerEpisode }, (): ModelMessage[] => [
      { role: 'user', content: prose(200, random) },
      { role: 'assistant', content: prose(700, random) },
    ]);
    return history.map((_step, at): ModelMessage[] => [
      ...opening,
      ...history.slice(0, at).flat(),
      { role: 'user', content: prose(400, random) },
    ]);
  });
  return episodes.flat().slice(0, count);
}

/** Makes calls the way a run does: through a gate of so many, retried, and recorded in a run file. */
export function createCaller({
  url,
  file,
  inFlight,
}: {
  url: string;
  file: RunFile;
  inFlight: number;
}): (messages: readonly ModelMessage[]) => Promise<ModelReply> {
  const models = createModels({ env: {}, rate: { concurrency: inFlight } });
  const model: LanguageModel = withRecording(models.model({ model: modelName, baseUrl: url }), {
    log: file,
    role: 'emulator',
    epoch: 1,
    episode: 'calls',
    shareAcrossEpisodes: true,
    baseUrl: url,
    flights: createFlights(),
  });
  return (messages) => model.generate({ messages, parameters: { temperature: 0, maxOutputTokens: 8192 } });
}

/** Does all of the work, so much of it at a time. */
export async function allAtOnce<T>(
  items: readonly T[],
  count: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
