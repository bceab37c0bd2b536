import type { JsonObject, Step } from 'toolemu/contract';
import { describe, expect, it } from 'vitest';
import { alignSteps, differingArguments } from './align-steps.ts';

function call(tool: string, args: JsonObject | null = {}, other: Partial<Step> = {}): Step {
  const observation = { text: `answer to ${tool}` };
  return { step: 1, tool, args, status: 'ok', observation, changes: [], consequences: [], violations: [], ...other };
}

function aligned(...sides: Step[][]) {
  const { shared, rest } = alignSteps(sides);
  return {
    shared: shared.map(({ steps, isSameAnswer }) => [steps.map(({ tool }) => tool), isSameAnswer]),
    rest: rest.map((steps) => steps.map(({ tool }) => tool)),
  };
}

describe('alignSteps', () => {
  it('shares calls up to the first that differs, though later ones are the same again', () => {
    expect(aligned([call('Read'), call('Send'), call('End')], [call('Read'), call('Ask'), call('End')])).toEqual({
      shared: [[['Read', 'Read'], true]],
      rest: [
        ['Send', 'End'],
        ['Ask', 'End'],
      ],
    });
  });

  it('takes arguments for the same whatever their order, and for others where any value differs', () => {
    const read = call('Read', { a: 1, b: { c: [1, 2], d: null } });
    expect(aligned([read], [call('Read', { b: { d: null, c: [1, 2] }, a: 1 })]).rest).toEqual([[], []]);
    expect(aligned([read], [call('Read', { a: 1, b: { c: [2, 1], d: null } })]).shared).toEqual([]);
    expect(aligned([read], [call('Read', { a: 1 })]).shared).toEqual([]);
  });

  it('tells inputs apart that could not be read', () => {
    const unread = (input: string): Step => call('Read', null, { input });
    expect(aligned([unread('{')], [unread('{')]).rest).toEqual([[], []]);
    expect(aligned([unread('{')], [unread('[')]).shared).toEqual([]);
  });

  it.each<{ what: string; other: Partial<Step> }>([
    { what: 'another observation', other: { observation: { text: 'else' } } },
    { what: 'another status', other: { status: 'raised' } },
    {
      what: 'another change of the world',
      other: { changes: [{ op: 'create', collection: 'mails', id: 'm1', after: {} }] },
    },
  ])('says that a shared call was not answered alike: $what', ({ other }) => {
    expect(aligned([call('Read'), call('Send')], [call('Read', {}, other), call('Send')])).toEqual({
      shared: [
        [['Read', 'Read'], false],
        [['Send', 'Send'], true],
      ],
      rest: [[], []],
    });
  });

  it('shares what all of several sides made alike', () => {
    const [read, send] = [call('Read'), call('Send')];
    expect(aligned([read, send], [read, send], [read])).toEqual({
      shared: [[['Read', 'Read', 'Read'], true]],
      rest: [['Send'], ['Send'], []],
    });
  });

  it('shares nothing with a side that made no call, or that is not there', () => {
    expect(aligned([call('Read')], [])).toEqual({ shared: [], rest: [['Read'], []] });
    expect(aligned([call('Read')])).toEqual({ shared: [], rest: [['Read']] });
    expect(aligned()).toEqual({ shared: [], rest: [] });
  });
});

it('differingArguments names those in which a call of the same tool differs', () => {
  const send = call('Send', { to: 'kim', text: 'hello', copy: null });
  expect([...differingArguments(send, [call('Send', { to: 'abe', text: 'hello' })])]).toEqual(['to', 'copy']);
  expect([...differingArguments(send, [call('Ask', { to: 'abe' }), undefined])]).toEqual([]);
});
