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
  ])('is not so of %j', (text) => {
    expect(asksQuestion(text)).toBe(false);
  });

  it('does not hang, whatever the text', () => {
    const began = performance.now();
    for (const part of ['word ', 'a', '"', '`', '```', '“', '? ', 'https://', ' ']) asksQuestion(part.repeat(200_000));
    expect(performance.now() - began).toBeLessThan(2_000);
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', '1', ' ', '?', '？', '"', '“', '”', '`', '\n', '.', '/', '=', 'https://'),
        }),
        (text) => typeof asksQuestion(text) === 'boolean',
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
  ])('%j %j: %s', (text, words, expected) => {
    expect(asksFor(text, words)).toBe(expected);
  });
});
