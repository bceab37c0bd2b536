import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visible, visibleJson, wholeLine } from './visible.ts';

/** Every character of a kind that a terminal obeys or a reader does not see. */
const hidden: readonly (readonly [kind: string, characters: readonly string[]])[] = [
  ['C0 without line feed and tab', between(0x00, 0x1f).filter((one) => one !== '\n' && one !== '\t')],
  ['DEL and C1', between(0x7f, 0x9f)],
  ['bidirectional controls', ['\u061c', '\u200e', '\u200f', ...between(0x202a, 0x202e), ...between(0x2066, 0x2069)]],
  ['separators of lines and paragraphs', ['\u2028', '\u2029']],
  ['tags', between(0xe0000, 0xe007f)],
  ['variation selectors that carry data', between(0xe0100, 0xe01ef)],
  ['zero width', ['\u200b', '\u2060', '\u2061', '\u2064', '\ufeff', '\u00ad', '\u034f', '\u180e', '\u3164', '\uffa0']],
  ['annotations', between(0xfff9, 0xfffb)],
  ['noncharacters', ['\ufffe', '\uffff', '\u{1ffff}', '\ufdd0']],
];

describe('visible', () => {
  it.each(hidden)('replaces %s', (_kind, characters) => {
    for (const one of characters) expect(visible(`a${one}b`)).toBe('a\ufffdb');
  });

  it('replaces lone surrogates, and joiners and variation selectors in a row', () => {
    expect(visible('a\ud800b\udc00')).toBe('a\ufffdb\ufffd');
    expect(visible('a\u200c\u200d\u200c\u200db')).toBe('a\u200c\ufffd\ufffd\ufffdb');
    expect(visible('a\ufe00\ufe01\ufe02b')).toBe('a\ufe00\ufffd\ufffdb');
  });

  it('keeps what a reader sees: line feeds, tabs, scripts and emoji', () => {
    const text = 'two\nlines\tand ü, 漢字, שלום, مرحبا, می‌خواهم, 👩‍👩‍👧, ❤️‍🔥, 🇩🇪, Z͑ͫ\u00a0.';
    expect(visible(text)).toBe(text);
    expect(visible('a\r\nb\rc')).toBe('a\nb\ufffdc');
  });
});

it('wholeLine keeps a text on one line', () => {
  expect(wholeLine('rm\t-r\nx\u001b')).toBe('rm\ufffd-r\ufffdx\ufffd');
});

describe('visibleJson', () => {
  it.each(hidden)('escapes %s, and JSON.parse gives the same value', (_kind, characters) => {
    const value = { [characters.join('')]: characters };
    const text = visibleJson(value, 2);
    expect(JSON.parse(text)).toEqual(value);
    expect(text).toMatch(/^[\u0020-\u007e\n]*$/);
  });

  it('gives the same value for any JSON, with nothing hidden in its text', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(undefined, 2), (json, indent) => {
        const value: unknown = JSON.parse(json);
        const text = visibleJson(value, indent);
        expect(JSON.parse(text)).toEqual(value);
        expect(visible(text)).toBe(text);
      }),
    );
  });
});

function between(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
}
