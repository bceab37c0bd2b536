import { describe, expect, it } from 'vitest';
import type { JsonObject, ModelMessage } from '../../contract/index.ts';
import { askRevised, type Reading, revise } from './ask-revised.ts';
import type { Asking, Question } from './asking.ts';

describe('revise', () => {
  it('tries once and then as often as may be revised, until an attempt is the end', async () => {
    const tried: number[] = [];
    const attempt = (end: number) => async (revision: number) => {
      tried.push(revision);
      return revision === end;
    };
    await revise(askingOf([]), attempt(1));
    await revise(askingOf([]), attempt(9));
    expect(tried).toEqual([0, 1, 0, 1, 2, 3]);
  });

  it('tries no more once asking has stopped', async () => {
    let stopped: string | null = null;
    const asking = {
      ...askingOf([]),
      get stopped() {
        return stopped;
      },
    };
    let tries = 0;
    await revise(asking, async () => {
      tries += 1;
      stopped = 'interrupted';
      return false;
    });
    expect(tries).toBe(1);
  });
});

describe('askRevised', () => {
  it('keeps what could be used of an earlier answer, with what is wrong with the last', async () => {
    const readings = [
      { value: 'first', problems: ['too short'] },
      { value: null, problems: ['no text'] },
    ];
    const reading = await ask(readings, {});
    expect([reading.value, reading.problems]).toEqual(['first', ['no text']]);
  });

  it('sends back the first thirty of many problems, and all of them where the question has words of its own', async () => {
    const problems = Array.from({ length: 40 }, (_, index) => `problem ${index}`);
    const usual = await ask([{ value: null, problems }], {});
    const own = await ask([{ value: null, problems }], { words: (all) => `${all.length} problems` });
    expect(String(usual.messages.at(-1)?.content).match(/problem \d+/g)).toHaveLength(30);
    expect(own.messages.at(-1)?.content).toBe('40 problems');
  });

  it('ends with the answer that was good, so that the talk can go on from there', async () => {
    const { messages } = await ask([{ value: 'good', problems: [] }], {});
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it.each([
    [false, [1, 1]],
    [true, [1, 3]],
  ])('says how many messages come again: where it continues is %s, %j', async (continues, counts) => {
    const asked: Question[] = [];
    await ask(
      [
        { value: null, problems: ['no'] },
        { value: 'good', problems: [] },
      ],
      { continues },
      asked,
    );
    expect(asked.map(({ stableMessages }) => stableMessages)).toEqual(counts);
  });
});

function ask(
  readings: readonly Reading<string>[],
  how: { continues?: boolean; words?: (problems: readonly string[]) => string },
  asked: Question[] = [],
) {
  const left = [...readings];
  return askRevised<string>({
    asking: askingOf(asked, readings.length),
    step: 'names',
    messages: [{ role: 'user', content: 'Name it.' }],
    onAsk: () => {},
    read: () => left.shift() ?? { value: null, problems: ['nothing is left'] },
    ...how,
  });
}

/** Answers so many questions, and has stopped then. */
function askingOf(asked: Question[], answers = 9): Asking {
  return {
    get stopped() {
      return asked.length < answers ? null : 'done';
    },
    async ask(question) {
      asked.push({ ...question, messages: [...question.messages] });
      const declaration: JsonObject = {};
      return { ok: true, text: '{}', declaration, key: String(asked.length) };
    },
    sendBack: ({ text }, problems, words = problems.join('; ')): ModelMessage[] => [
      { role: 'assistant', content: text },
      { role: 'user', content: words },
    ],
  };
}
