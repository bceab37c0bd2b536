import { describe, expect, test } from 'vitest';
import { readRetryAfter } from './endpoint-words.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

describe('readRetryAfter', () => {
  test.each<[Record<string, string>, number]>([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': ' 0.5 ' }, 500],
    [{ 'retry-after-ms': '350.2', 'retry-after': '1' }, 351],
    [{ 'retry-after-ms': '0', 'retry-after': '20' }, 20_000],
    [{ 'retry-after-ms': 'soon', 'retry-after': '20' }, 20_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' }, 30_000],
    [{ 'retry-after': '2026-11-20T12:00:30Z' }, 30_000],
    [{ 'retry-after': '3600' }, 3_600_000],
  ])('reads %j', (headers, milliseconds) => {
    expect(readRetryAfter(headers, now)).toBe(milliseconds);
  });

  test.each<Record<string, string>>([
    {},
    { 'retry-after': '' },
    { 'retry-after': 'soon' },
    { 'retry-after': '0' },
    { 'retry-after': '0.0' },
    { 'retry-after': '-5' },
    { 'retry-after-ms': '0' },
    { 'retry-after-ms': '-1' },
    { 'retry-after-ms': '0', 'retry-after': '0' },
    { 'retry-after': 'Fri, 20 Nov 2026 12:00:00 GMT' },
    { 'retry-after': 'Fri, 20 Nov 2026 11:59:55 GMT' },
    { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    { 'retry-after': '1e12' },
    { 'retry-after': '1795176000' },
    { 'retry-after-ms': '1e300' },
    { 'retry-after': 'Infinity' },
    { 'retry-after': 'Fri, 20 Nov 2099 12:00:00 GMT' },
  ])('reads no wait from %j', (headers) => {
    expect(readRetryAfter(headers, now)).toBeNull();
  });
});
