import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { LanguageModel } from '../contract/index.ts';
import { createScriptedModel } from '../testing/index.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { searchRun } from './search-run.ts';

/** An agent's model that does nothing, and whose every call costs 26 cents. */
const model = createScriptedModel({
  name: 'openai/gpt-4o',
  reply: () => 'Thought: Done.\nFinal Answer: I did nothing.',
});
const priced: LanguageModel = {
  name: model.name,
  async generate(request) {
    const reply = await model.generate(request);
    return { ...reply, usage: { ...reply.usage, inputTokens: 100_000, outputTokens: 1_000 } };
  },
};

it('keeps one budget of dollars for all its stages, and goes on under a larger one without paying again', async () => {
  await using folder = await temporaryFolder({});
  const within = (maxCostUsd: number) =>
    searchRun({
      agent: 'react',
      models: { agent: priced },
      select: ['bank-father-phone-line'],
      operators: ['boundary', 'busy', 'dilution'],
      batch: 2,
      episodes: 6,
      out: folder.file('search'),
      maxCostUsd,
    });
  const first = await within(0.8);
  expect(first).toMatchObject({ stopped: 'budget' });
  expect(first.costUsd).toBeLessThanOrEqual(0.8);
  const paid = model.calls.length;
  expect(await within(0.8)).toMatchObject({ stopped: 'budget', costUsd: first.costUsd });
  expect(model.calls).toHaveLength(paid);
  const whole = await within(100);
  expect(whole.episodes.played).toBe(6);
  expect(model.calls).toHaveLength(6);
  expect(readdirSync(folder.file('search')).filter((name) => name.endsWith('-batch.toolemu'))).toHaveLength(3);
});
