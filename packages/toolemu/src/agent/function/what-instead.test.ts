import { RunnableLambda } from '@langchain/core/runnables';
import { fakeModel } from '@langchain/core/testing';
import { tool } from '@langchain/core/tools';
import { createAgent } from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { whatInstead } from './load-player.ts';

describe('what to export in the place of something of LangChain', () => {
  it.each([
    ['an agent', createAgent({ model: fakeModel(), tools: [] })],
    ['a runnable', RunnableLambda.from((text: string) => text)],
  ])('is a function that makes it: %s', (_, value) => {
    expect(whatInstead(value)).toContain('looks like an agent of LangChain');
  });

  it('is a function that calls them, for tools', () => {
    const search = tool(() => '', { name: 'search', schema: z.object({}) });
    expect(whatInstead([search])).toContain('looks like tools');
    expect(whatInstead(search)).toContain('looks like tools');
  });
});
