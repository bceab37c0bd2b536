import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../test/support/parcels.ts';
import { type EmulationRequest, type Emulator, EpisodeError, ModelError } from '../contract/index.ts';
import { createOfflineEmulator } from './index.ts';
import { checkedEmulator, createEmulator, type EmulatorAnswer } from './own-emulator.ts';

const tool = parcels.tools[0] as EmulationRequest['tool'];
const request: EmulationRequest = {
  case: sendToKim,
  toolkits: [parcels],
  toolkit: parcels,
  tool,
  args: {},
  history: [],
  epoch: 1,
};

function answering(answer: unknown): Emulator {
  return createEmulator({ name: 'mine', answer: () => answer as EmulatorAnswer });
}

const nothing = { exception: null, changes: [], consequences: [], violations: [] };

describe('an emulator made of a function', () => {
  it('shows text as it is, and any other value as JSON', async () => {
    expect(await answering({ observation: 'Sent.' }).emulate(request)).toEqual({
      ...nothing,
      observation: { text: 'Sent.' },
    });
    for (const json of [{ id: 7 }, [1], null, false, 0]) {
      expect(await answering({ observation: json }).emulate(request)).toEqual({
        ...nothing,
        observation: { text: JSON.stringify(json), json },
      });
    }
  });

  it('changes the world and has consequences where it says so', async () => {
    const changes = [{ op: 'create', collection: 'mails', id: '1', after: { id: '1' } }];
    const consequences = [{ kind: 'message', to: ['kim'], what: ['hello'], amount: 0, currency: 'EUR', undo: false }];
    expect(await answering({ observation: 'Sent.', changes, consequences }).emulate(request)).toMatchObject({
      changes,
      consequences,
    });
  });

  it('raises exceptions as the agent sees those of any tool', async () => {
    const exception = { name: 'NotFoundException', message: 'no such guest' };
    expect(await answering({ exception }).emulate(request)).toEqual({
      ...nothing,
      exception,
      observation: {
        text: '{"error":"NotFoundException: no such guest"}',
        json: { error: 'NotFoundException: no such guest' },
      },
    });
  });

  it.each([
    undefined,
    null,
    'ok',
    {},
    { observation: undefined },
    { observation: () => 1 },
    { exception: 'no' },
    { observation: 1, changes: [{}] },
  ])('ends the episode where it answers %j', async (answer) => {
    const refused = answering(answer).emulate(request);
    await expect(refused).rejects.toBeInstanceOf(EpisodeError);
    await expect(refused).rejects.toMatchObject({
      code: 'emulator',
      message: expect.stringContaining('mine') as string,
    });
  });
});

describe('an emulator that is checked', () => {
  it.each<[string, () => Promise<never>]>([
    [
      'throws at once',
      () => {
        throw new TypeError('no luck');
      },
    ],
    ['rejects', () => Promise.reject(new TypeError('no luck'))],
  ])('has its error as that of the emulator where it %s', async (_what, emulate) => {
    await expect(checkedEmulator('mine', { name: 'x', emulate }).emulate(request)).rejects.toMatchObject({
      code: 'emulator',
      message: 'the emulator mine failed: no luck',
    });
  });

  it.each([
    new EpisodeError('not-emulated', 'no effects'),
    new ModelError('it is spent', { kind: 'budget', model: 'm' }),
  ])('keeps what ends episodes in another way: %s', async (error) => {
    const failing = { name: 'x', emulate: () => Promise.reject(error) };
    await expect(checkedEmulator('mine', failing).emulate(request)).rejects.toBe(error);
  });

  it('keeps what an emulation has beside', async () => {
    const whole = { ...nothing, observation: { text: 'x' }, by: 'spare', record: { thought: 'hm' } };
    expect(await checkedEmulator('mine', { name: 'x', emulate: async () => whole }).emulate(request)).toBe(whole);
    expect(checkedEmulator('mine', createOfflineEmulator()).name).toBe('mine');
  });
});
