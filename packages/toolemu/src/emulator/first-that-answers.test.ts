import { describe, expect, it } from 'vitest';
import { type Emulation, type EmulationRequest, type Emulator, EpisodeError } from '../contract/index.ts';
import { firstThatAnswers } from './first-that-answers.ts';

const request = {} as EmulationRequest;

describe('the first emulator that answers', () => {
  it('answers a call, and its name is kept', async () => {
    const emulator = firstThatAnswers(answering('exact'), failing('spare', new Error('never asked')));
    expect(await emulator.emulate(request)).toMatchObject({ observation: { text: 'exact' }, by: 'exact' });
    expect(emulator.name).toBe('exact+spare');
  });

  it('is asked after one that cannot emulate the call', async () => {
    const cannot = failing('exact', new EpisodeError('not-emulated', 'no effects'));
    expect(await firstThatAnswers(cannot, answering('model')).emulate(request)).toMatchObject({ by: 'model' });
  });

  it.each([new EpisodeError('toolkit', 'a broken effect'), new Error('a fault')])(
    'is not asked after %s',
    async (error) => {
      await expect(firstThatAnswers(failing('exact', error), answering('model')).emulate(request)).rejects.toBe(error);
    },
  );

  it('may be nobody, and the last one says why', async () => {
    const [first, last] = ['no effects', 'no answer'].map((reason) => new EpisodeError('not-emulated', reason));
    const emulator = firstThatAnswers(failing('one', first), failing('other', last));
    await expect(emulator.emulate(request)).rejects.toBe(last);
  });
});

function answering(name: string): Emulator {
  const emulation: Emulation = {
    exception: null,
    observation: { text: name },
    changes: [],
    consequences: [],
    violations: [],
  };
  return { name, emulate: async () => emulation };
}

function failing(name: string, error: unknown): Emulator {
  return { name, emulate: () => Promise.reject(error) };
}
