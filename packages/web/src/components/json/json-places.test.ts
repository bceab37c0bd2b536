import { describe, expect, test } from 'vitest';
import { findJsonPlaces, lineAt, offsetOf, rangeOfLine } from './json-places.ts';

const text = `{
  "name": "a\\"b",
  "tools": [
    { "x.y": 1, "n": -0.5e3 },
    [true, null]
  ]
}`;

describe('findJsonPlaces', () => {
  test('finds every value by its path', () => {
    const { places, error } = findJsonPlaces(text);
    expect(error).toBeNull();
    const lines = [...places].map(([path, offset]) => `${lineAt(text, offset)} ${path}`);
    expect(lines).toEqual([
      '1 $',
      '2 $.name',
      '3 $.tools',
      '4 $.tools[0]',
      '4 $.tools[0].x.y',
      '4 $.tools[0].n',
      '5 $.tools[1]',
      '5 $.tools[1][0]',
      '5 $.tools[1][1]',
    ]);
  });

  test.each([
    ['', '1 a value is wanted here, not the end'],
    ['{"a": 1,\n}', '2 a name in double quotes is wanted here, not "}"'],
    ['{"a": 1\n"b": 2}', '2 "," or "}" is wanted here, not "\\""'],
    ['[1, 2', '1 "," or "]" is wanted here, not the end'],
    ['{"a"\n1}', '2 ":" is wanted here, not "1"'],
    ['{} x', '1 the end is wanted here, not "x"'],
    ['["a\nb"]', '1 a text that ends in a double quote on its line is wanted here, not "\\""'],
    ['[01]', '1 a value is wanted here, not "0"'],
    ['[nul]', '1 a value is wanted here, not "n"'],
  ])('says where %j stops being JSON', (broken, said) => {
    const { error } = findJsonPlaces(broken);
    expect(`${lineAt(broken, error?.offset ?? -1)} ${error?.message}`).toBe(said);
  });

  test.each(['[1e5, 1.5, -0, 0]', '"\\u00e9\\n"', ' null ', '{"a":{},"b":[]}', '"é😀"'])('takes %s', (sound) => {
    expect(findJsonPlaces(sound).error).toBeNull();
  });

  test('is not overcome by depth', () => {
    expect(findJsonPlaces('['.repeat(100_000)).error?.message).toBe('too deep');
  });
});

describe('offsetOf', () => {
  const { places } = findJsonPlaces(text);

  test.each([
    ['$.tools[0].x.y', 4],
    ['$.tools[0].missing.deeper', 4],
    ['$.tools[7].name', 3],
    ['$.nothing', 1],
    ['line 3', 1],
  ])('finds %s, or what is around it', (path, line) => {
    expect(lineAt(text, offsetOf(path, places))).toBe(line);
  });
});

test('rangeOfLine is undone by lineAt', () => {
  for (const line of [1, 2, 7]) {
    const [start, end] = rangeOfLine(text, line);
    expect(lineAt(text, start)).toBe(line);
    expect(text.slice(start, end)).toBe(text.split('\n')[line - 1]);
  }
});
