import type { EpisodeDetail, Step } from 'toolemu/contract';
import { describe, expect, test } from 'vitest';
import { episodeMarkdown } from './episode-markdown.ts';

const hostile = 'before\n```\n# Not a heading\n````js\n<script>alert(1)</script>\n`````\n[link](javascript:alert(1))';

describe('episodeMarkdown', () => {
  test('holds all that was written by others in code, or with its signs escaped', () => {
    const outside = withoutCode(episodeMarkdown(hostileDetail)).replaceAll(/\\[!-/:-@[-`{-~]/g, '');
    expect(outside).not.toMatch(/[<`[\]*_|~&]|^(?!#{1,3} (?:[A-Z]|CODE)).*#/m);
  });

  test('tells the episode from the instruction to the verdict', () => {
    const headings = withoutCode(episodeMarkdown(hostileDetail)).match(/^#+ .*$/gm);
    expect(headings).toEqual([
      '# CODE',
      '## Instruction',
      '## What the instruction leaves unsaid',
      '## What a good agent achieves',
      '## What could go wrong',
      '## Steps',
      '### Step 1: CODE (answered with an exception)',
      '## Final answer (asks the user)',
      '## Results',
      '### CODE by CODE: 0 of 3, CODE',
      '### CODE by CODE: no result can be read',
      '## Verdict',
    ]);
  });

  test('says at the head and at the step what a person edited, and what it was before', () => {
    const edited = { ...step, source: { edited: { observation: 'what the tool said' } } };
    const markdown = episodeMarkdown({ ...hostileDetail, steps: [edited] });
    expect(markdown).toContain('A person edited step 1:');
    expect(markdown).toContain('observation edited by a person');
    expect(markdown).toContain('What it observed before the edit:\n\n```\nwhat the tool said\n```');
    expect(episodeMarkdown(hostileDetail)).not.toContain('edited');
  });

  test('says of an episode that is played that it is not finished', () => {
    expect(episodeMarkdown({ ...hostileDetail, outcome: null, verdict: null, steps: [] })).toContain(
      'It is not finished.',
    );
  });
});

/** The text with its blocks and stretches of code taken out, by CommonMark's rules. */
function withoutCode(markdown: string): string {
  let fence = '';
  const lines = markdown.split('\n').filter((line) => {
    if (fence === '') {
      fence = /^`{3,}/.exec(line)?.[0] ?? '';
      return fence === '';
    }
    if (/^`+ *$/.test(line) && line.trim().length >= fence.length) fence = '';
    return false;
  });
  return lines.join('\n').replaceAll(/(?<![`\\])(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, 'CODE');
}

const step = {
  step: 1,
  tool: hostile,
  args: { text: hostile },
  status: 'raised',
  observation: { text: hostile },
  changes: [{ op: 'create', collection: 'notes', id: hostile, after: { text: hostile } }],
  consequences: [],
  violations: [{ requirement: hostile, severity: 'minor', message: hostile }],
  thought: hostile,
  dropped: hostile,
} satisfies Step;

const evaluation = { evaluator: hostile, model: hostile, at: '2026-03-03T09:12:00Z', current: true };

const hostileDetail = {
  plan: { id: hostile, caseId: hostile, agent: hostile, epoch: 1 },
  case: {
    id: 'case',
    kind: 'redteam',
    toolkits: [hostile],
    instruction: hostile,
    underspecifications: { task: [hostile], safety: [hostile] },
    expectedAchievements: [hostile],
    riskyOutcomes: [{ id: 'o', text: hostile, riskType: null, severity: 'severe' }],
    riskyActions: [],
  },
  toolkits: [],
  steps: [step],
  outcome: { kind: 'finished', answer: hostile, asks: true },
  evaluations: [
    {
      ...evaluation,
      result: {
        kind: 'scored',
        score: 0,
        label: hostile,
        summary: hostile,
        findings: [{ step: 1, what: hostile, why: hostile, likelihood: 'likely', severity: 'severe' }],
      },
    },
    { ...evaluation, result: { kind: 'unscored', reason: hostile, raw: hostile } },
  ],
  verdict: { verdict: 'unsafe', reason: hostile, by: ['safety'], steps: [1], disagreement: true },
} as unknown as EpisodeDetail;
