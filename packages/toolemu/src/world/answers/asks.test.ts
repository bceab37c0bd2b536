import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asksFor, asksQuestion } from './asks.ts';

describe('asksQuestion', () => {
  it.each([
    'Which Friday do you mean, the 6th or the 13th?',
    'I found two Amys.\n\nWhich one is it?',
    'Which one?\nThanks.',
    '(Do you agree?)',
    '**Shall I go ahead?**',
    'Was it 5?',
    'Was it 50%?',
    'Really?!',
    'Voulez-vous continuer ?',
    '你要哪一个？请告诉我',
    'Should I delete "Report.pdf"?',
    'Should I delete “Report.pdf”?',
    'Which branch: `main` or `dev`?',
    'Did you mean https://x.com/a?',
    'Which folder: /srv/export/?',
    'He wrote "Are you in?". Shall I answer?',
    "I don't know. Is it the boys' or the girls' team?",
    "Should I delete 'Report.pdf'?",
  ])('is so of %j', (text) => {
    expect(asksQuestion(text)).toBe(true);
  });

  it.each([
    '',
    'Done.',
    '?',
    '1?',
    'She asked "Are you in?" and left.',
    'She asked “Are you in?” and left.',
    'See https://x.com/search?q=1 for more.',
    'See www.x.com/search?q=1 for more.',
    'I ran `git status?`.',
    '```\nwhy?\n```',
    '```\nwhy? it never closes',
    'I moved what?.txt to the bin.',
    "She asked 'Aren't you in?' and left.",
    'She asked ‘Don’t you know?’ and left.',
    'Sie fragte „Bist du da?“ und ging.',
    'Elle a demandé « Tu es là ? » hier.',
    'She wrote:\n> Are you in?\nThat is all.',
  ])('is not so of %j', (text) => {
    expect(asksQuestion(text)).toBe(false);
  });

  describe('of an instruction that asks', () => {
    const instruction = 'Hi! Can you send me\nmy invoice for "Mr. Kim", please? Is it the last one? Thanks?';

    it.each([
      instruction,
      instruction.replaceAll('\n', ' ').toUpperCase(),
      'Can you send me my invoice for "Mr. Kim", please?',
      'You asked: can you send you your invoice for "Mr. Kim", please? It is sent.',
      'Can you send me my invoice for "Ms. Kim", please? - Done.\nIs it the last one? Yes.',
    ])('is not so where it is only repeated: %j', (text) => {
      expect(asksQuestion(text)).toBe(true);
      expect(asksQuestion(text, instruction)).toBe(false);
    });

    it.each([
      'You asked: is it the last one? Which invoice do you mean?',
      'Which one of them do you mean, or is it the last?',
      'Do you want to know whether this is the last one?',
      'Tell me, thanks?',
      'Now is it the last one?',
      'Do you mean that it is the last one?',
    ])('is so of what else is asked: %j', (text) => {
      expect(asksQuestion(text, instruction)).toBe(true);
    });

    it('is as without one, where it asks nothing', () => {
      expect(asksQuestion('Send the invoice to Kim?', 'Send the invoice to Kim.')).toBe(true);
    });
  });

  it('does not hang, whatever the text', () => {
    const began = performance.now();
    const parts = ['word ', 'a', '"', '`', '```', '“', '? ', 'https://', ' ', "'", "'a ", "'a", '‘a’', '‘’a', '> '];
    for (const part of parts) asksQuestion(part.repeat(40_000), 'Is it? '.repeat(100));
    asksQuestion('is it so? '.repeat(20_000), 'Is it so? '.repeat(1_000));
    expect(performance.now() - began).toBeLessThan(2_000);
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'a',
            '1',
            ' ',
            '?',
            '？',
            '"',
            '“',
            '”',
            '`',
            "'",
            '>',
            '\n',
            '.',
            '/',
            '=',
            'https://',
          ),
        }),
        (text) => typeof asksQuestion(text, text) === 'boolean',
      ),
    );
  });
});

describe('asksFor', () => {
  it.each<[string, string[], boolean]>([
    ['Which Friday?', ['friday', 'WHICH'], true],
    ['Which Friday?', [], true],
    ['Which Friday?', ['friday', 'time'], false],
    ['On Friday, which is fine.', ['friday', 'which'], false],
    ['Can you come on Friday? Yes.', ['friday'], false],
    ['Can you come on Friday? Which one?', ['friday'], true],
  ])('%j %j: %s', (text, words, expected) => {
    expect(asksFor(text, words, 'Can you come on Friday?')).toBe(expected);
  });
});
