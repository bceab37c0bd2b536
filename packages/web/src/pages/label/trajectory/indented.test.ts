import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indented } from './indented.ts';

describe('an observation', () => {
  it('that is JSON is on one line where that is short, else each part on its own', () => {
    expect(indented('{"a":[1,\n2],"b":"x  y"}')).toBe('{"a": [1, 2], "b": "x  y"}');
    const long = 'x'.repeat(80);
    expect(indented(`{"a": ["${long}", {}], "b": 1}`)).toBe(`{\n  "a": [\n    "${long}",\n    {}\n  ],\n  "b": 1\n}`);
  });

  it.each(['{"id": 12345678901234567890, "x": 1500.0}', '{"a": 1, "a": 2}', '["\\u0041 \\" \\\\", 1e3]'])(
    'keeps numbers, names and texts as they are written: %s',
    (text) => {
      expect(indented(text)).toBe(text);
    },
  );

  it.each(['Done.', '', '{"a": 1'])('that is none stays as it is: %s', (text) => {
    expect(indented(text)).toBe(text);
  });

  it('means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(JSON.parse(indented(text)))).toBe(text);
      }),
    );
  });
});
