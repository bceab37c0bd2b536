import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../../contract/index.ts';
import { captureRequest } from './capture-request.ts';

describe('captureRequest', () => {
  it('gives the first request, and calls nothing', async () => {
    const request = { messages: [{ role: 'user' as const, content: 'hi' }], parameters: {}, stableMessages: 1 };
    expect(await captureRequest((model) => model.generate(request))).toEqual(request);
  });

  it('gives the request after some replies, as it was then', async () => {
    const messages: ModelMessage[] = [{ role: 'user', content: 'hi' }];
    const captured = captureRequest(
      async (model) => {
        const { text } = await model.generate({ messages, parameters: {} });
        messages.push({ role: 'assistant', content: text });
        await model
          .generate({ messages, parameters: {} })
          .catch(() => messages.push({ role: 'user', content: 'late' }));
      },
      [{ text: 'one' }],
    );
    expect((await captured)?.messages.map(({ content }) => content)).toEqual(['hi', 'one']);
  });

  it('gives nothing where nothing is asked', async () => {
    expect(await captureRequest(async () => 'done')).toBeNull();
  });

  it('lets other failures pass', async () => {
    await expect(captureRequest(() => Promise.reject(new Error('no such case')))).rejects.toThrow('no such case');
  });
});
