import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendForever, serveAnswer } from '../../../../test/support/endless-server.ts';
import { defaultMaxBodyBytes, maxBodyBytes, ResponseTooLong } from './body-limit.ts';
import { webFetch } from './web-fetch.ts';

beforeEach(() => void vi.stubEnv('TOOLEMU_MAX_RESPONSE_MB', '1'));
afterEach(() => void vi.unstubAllEnvs());

const chunk = 'x'.repeat(64 * 1024);

test.each<[string, (response: ServerResponse) => void]>([
  ['a body without end', sendForever(chunk)],
  [
    'a body of a length that it says',
    (response) => {
      response.setHeader('content-length', 8 * 1024 * 1024);
      response.end(Buffer.alloc(8 * 1024 * 1024));
    },
  ],
  [
    'a body that is small until it is decompressed',
    (response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(Buffer.alloc(16 * 1024 * 1024)));
    },
  ],
  [
    'an event without end',
    (response) => {
      response.setHeader('content-type', 'text/event-stream');
      sendForever(`data: ${chunk}\n`)(response);
    },
  ],
  [
    'an error without end',
    (response) => {
      response.statusCode = 500;
      sendForever(chunk)(response);
    },
  ],
])('%s is not read to its end, and its connection is closed', async (_kind, answer) => {
  const { url, closed } = await serveAnswer(answer);
  const response = await webFetch(`${url}/a?key=secret`);
  const failure = await response.text().catch((error: Error) => error);
  expect(failure).toBeInstanceOf(ResponseTooLong);
  expect((failure as Error).message).toBe(
    `${url}/a sent more than 1 MB, and the connection was closed; TOOLEMU_MAX_RESPONSE_MB allows more`,
  );
  await closed;
});

test('a stream of small events has no end', async () => {
  const { url } = await serveAnswer((response) => {
    response.setHeader('content-type', 'text/event-stream; charset=utf-8');
    for (let event = 0; event < 64; event += 1) response.write(`data: ${chunk}\n\n`);
    response.end();
  });
  expect((await (await webFetch(url)).text()).length).toBeGreaterThan(4 * 1024 * 1024);
});

test.each([
  [undefined, defaultMaxBodyBytes],
  ['', defaultMaxBodyBytes],
  ['0', defaultMaxBodyBytes],
  ['-1', defaultMaxBodyBytes],
  ['many', defaultMaxBodyBytes],
  ['0.5', 512 * 1024],
  ['256', 256 * 1024 * 1024],
])('the limit of %s megabytes', (value, expected) => {
  expect(maxBodyBytes({ TOOLEMU_MAX_RESPONSE_MB: value })).toBe(expected);
});
