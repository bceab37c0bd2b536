import { expect, it } from 'vitest';
import { maskOf, withoutSecrets } from './secrets.ts';

it.each([
  ['as it is', 'token abc123xyz is bad', 'token ${KEY} is bad'],
  ['in JSON', 'got {"a":"line\\nabc\\"def"}', 'got {"a":"${LINES}"}'],
  ['in an address', 'GET /?q=abc%20def%2Fghi', 'GET /?q=${SPACED}'],
  ['line by line', '  MIIEvQIBADANBgkqhkiG9w0', '  ${PEM}'],
  ['where another value begins as it does', 'abc123xyz-longer', '${LONG}'],
  ['and leaves short words', 'true, and level 5', 'true, and level 5'],
])('masks a value %s', (_where, text, shown) => {
  const mask = maskOf({
    KEY: 'abc123xyz',
    LONG: 'abc123xyz-longer',
    LINES: 'line\nabc"def',
    SPACED: 'abc def/ghi',
    PEM: '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n-----END KEY-----',
    DEBUG: 'true',
    LEVEL: '5',
  });
  expect(mask(text)).toBe(shown);
});

it('masks secrets in tool lists and answers, and keeps settings that the tools need', () => {
  const variables = {
    API_TOKEN: 'tok-secret',
    SESSION: 'a8f3k2j4h5g6d7s8',
    DATABASE_URL: 'postgres://kim:pw@db/x',
    ROOT: '/home/kim/notes-2024-archive',
    REGION: 'eu-west',
  };
  const answer = {
    content: [{ type: 'text', text: 'tok-secret a8f3k2j4h5g6d7s8 postgres://kim:pw@db/x' }],
    structuredContent: { 'tok-secret': ['/home/kim/notes-2024-archive', 'eu-west', 7, null] },
  };
  expect(withoutSecrets(answer, variables)).toEqual({
    content: [{ type: 'text', text: '${API_TOKEN} ${SESSION} ${DATABASE_URL}' }],
    structuredContent: { '${API_TOKEN}': ['/home/kim/notes-2024-archive', 'eu-west', 7, null] },
  });
});
