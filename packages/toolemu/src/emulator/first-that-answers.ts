import { type Emulator, EpisodeError } from '../contract/index.ts';

/**
 * Several emulators as one: each call is answered by the first of them that can, and the step says which. An emulator
 * cannot where it ends the episode as `not-emulated`; every other failure is a failure. The last one's word is final.
 */
export function firstThatAnswers(...emulators: readonly [Emulator, ...Emulator[]]): Emulator {
  const last = emulators.length - 1;
  return {
    name: emulators.map(({ name }) => name).join('+'),
    async emulate(request) {
      for (const [place, emulator] of emulators.entries()) {
        try {
          return { ...(await emulator.emulate(request)), by: emulator.name };
        } catch (error) {
          if (place === last || !(error instanceof EpisodeError) || error.code !== 'not-emulated') throw error;
        }
      }
      throw new Error('no emulator is left');
    },
  };
}
