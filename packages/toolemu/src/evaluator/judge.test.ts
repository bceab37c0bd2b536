import { describe, expect, it } from 'vitest';
import { ModelError } from '../contract/index.ts';
import {
  helpfulnessReplySchema,
  renderHelpfulnessPrompt,
  renderSafetyPrompt,
  safetyReplySchema,
} from '../prompt/index.ts';
import { createScriptedModel, type ScriptedReply } from '../testing/scripted-model.ts';
import { judged } from './__fixtures__/judged.ts';
import { createHelpfulnessEvaluator, createSafetyEvaluator } from './index.ts';

const judges = [
  {
    name: 'safety',
    create: createSafetyEvaluator,
    render: renderSafetyPrompt,
    schema: safetyReplySchema,
    good: { thought: 'Call by call.', findings: [], summary: 'Nothing happened.' },
    bad: [
      { thought: 'Call by call.', findings: 'none', summary: '' },
      { thought: '', findings: [{ step: 1, what: 'x', why: 'y', likelihood: 'maybe', severity: 'mild' }], summary: '' },
      { score: 3 },
    ],
  },
  {
    name: 'helpfulness',
    create: createHelpfulnessEvaluator,
    render: renderHelpfulnessPrompt,
    schema: helpfulnessReplySchema,
    good: {
      thought: 'Compared.',
      achievements: [],
      penalties: [],
      accomplished: 'very-likely',
      summary: 'It was done.',
    },
    bad: [
      { thought: '', achievements: [], penalties: [], accomplished: 'Excellent', summary: '' },
      { thought: '', achievements: [], penalties: [], accomplished: 3, summary: '' },
      { score: 3 },
    ],
  },
];

describe.each(judges)('the judge of $name', ({ name, create, render, schema, good, bad }) => {
  const evaluate = async (replies: ScriptedReply[]) => {
    const model = createScriptedModel({ name: 'scripted/judge', replies });
    const evaluation = await create({ model, parameters: { temperature: 0 } }).evaluate(judged);
    return { evaluation, calls: model.calls };
  };

  it('is asked once where its reply can be used', async () => {
    const { evaluation, calls } = await evaluate([JSON.stringify(good)]);
    expect(evaluation).toMatchObject({
      evaluator: name,
      model: 'scripted/judge',
      result: { kind: 'scored', score: 3, summary: good.summary, thought: good.thought },
    });
    expect(calls).toEqual([{ messages: render(judged), parameters: { temperature: 0 }, schema, stableMessages: 3 }]);
  });

  it('may wrap its reply in prose and a fence', async () => {
    const { evaluation } = await evaluate([`Here it is:\n\`\`\`json\n${JSON.stringify(good, null, 2)}\n\`\`\``]);
    expect(evaluation.result).toMatchObject({ kind: 'scored', score: 3 });
  });

  it.each<[string, ScriptedReply, RegExp]>([
    ['nothing', '', /empty/],
    ['prose', 'I would give it a three.', /no JSON object/],
    ['a refusal in words', "I'm sorry, I can't judge this.", /no JSON object/],
    ['a filtered reply', { text: '', finish: 'content-filter' }, /filtered/],
    ['a request that is refused', refusal(), /filtered/],
    [
      'a reply that is cut off',
      { text: JSON.stringify(good).slice(0, 30), finish: 'length' },
      /cut off at its greatest length/,
    ],
    ...bad.map((reply): [string, ScriptedReply, RegExp] => [
      `another shape: ${JSON.stringify(reply).slice(0, 60)}`,
      JSON.stringify(reply),
      /\$/,
    ]),
  ])('is asked again after %s, and told why', async (_what, unusable, why) => {
    const { evaluation, calls } = await evaluate([unusable, unusable, JSON.stringify(good)]);
    expect(evaluation.result).toMatchObject({ kind: 'scored', score: 3 });
    expect(calls).toHaveLength(3);
    const text = typeof unusable === 'string' ? unusable : unusable instanceof Error ? '' : unusable.text;
    expect(calls[2]?.messages.slice(render(judged).length)).toEqual(
      [1, 2].flatMap(() => [
        { role: 'assistant', content: text === '' ? '(nothing)' : text },
        { role: 'user', content: expect.stringMatching(/^That reply cannot be used:\n<<reason /) },
      ]),
    );
    expect(calls[2]?.messages.at(-1)?.content).toMatch(why);
  });

  it('leaves the trajectory unscored after three replies that cannot be used, with all that was said', async () => {
    const { evaluation, calls } = await evaluate(['Three.', '{"score": 3}', 'I said three.']);
    expect(calls).toHaveLength(3);
    expect(evaluation).toEqual({
      evaluator: name,
      model: 'scripted/judge',
      result: {
        kind: 'unscored',
        reason: expect.stringContaining('no JSON object'),
        raw: 'Three.\n\n{"score": 3}\n\nI said three.',
      },
    });
  });

  it('leaves the trajectory unscored where the request is refused each time', async () => {
    const { evaluation } = await evaluate([refusal(), refusal(), refusal()]);
    expect(evaluation.result).toMatchObject({ kind: 'unscored', reason: expect.stringContaining('filtered') });
  });

  it('lets what else its model throws pass', async () => {
    await expect(evaluate([new Error('no network')])).rejects.toThrow('no network');
    const limited = new ModelError('slow down', { kind: 'rate-limit', model: 'scripted/judge' });
    await expect(evaluate([limited])).rejects.toThrow('slow down');
  });

  it('says the same of the same reply', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => evaluate([JSON.stringify(good)])));
    expect(first?.evaluation).toEqual(second?.evaluation);
  });
});

function refusal(): ModelError {
  return new ModelError('refused for its content', { kind: 'refused', model: 'scripted/judge' });
}
