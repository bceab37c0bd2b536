import { expect, test } from 'vitest';
import { freeName } from './free-name.ts';

test('a copy has a name of its own', () => {
  expect(freeName('mail', ['mail'])).toBe('mail-copy');
  expect(freeName('Mail', ['Mail_copy', 'Mail_copy_2'], '_')).toBe('Mail_copy_3');
});
