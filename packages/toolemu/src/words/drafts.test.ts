import { describe, expect, test } from 'vitest';
import type { Draft } from '../contract/index.ts';
import { draftProofWords } from './drafts.ts';

type Proof = NonNullable<Draft['proof']>;

const request = { kind: 'case' } as Draft['request'];
const toolkit = { kind: 'toolkit' } as Draft['request'];
const proof = (state: Proof['state'], references = 0, issues: Proof['issues'] = []): Proof => ({
  state,
  references,
  issues,
});
const issue = { file: '', path: '$', message: 'no', remedy: 'yes' };

describe('what was proved of a draft', () => {
  test.each<[string, Pick<Draft, 'request' | 'proof' | 'attempt'>, RegExp]>([
    ['nothing', { request, proof: null, attempt: null }, /^Nothing was proved/],
    ['a case', { request, proof: proof('proved', 1), attempt: null }, /^Proved: 1 reference came/],
    ['a toolkit', { request: toolkit, proof: proof('proved'), attempt: null }, /^Proved: its tools/],
    ['the facts alone', { request, proof: proof('lm-only'), attempt: null }, /without a world, checks and references/],
    ['tools alone', { request: toolkit, proof: proof('lm-only'), attempt: null }, /tools without effects/],
    ['too little', { request, proof: proof('unsound', 0, [issue, issue]), attempt: null }, /^Not sound: 2 problems\.$/],
    ['not its checks', { request, proof: proof('lm-only'), attempt: {} }, /could not be proved: without an edit/],
  ])('is told of %s', (_what, draft, words) => {
    expect(draftProofWords(draft)).toMatch(words);
  });
});
