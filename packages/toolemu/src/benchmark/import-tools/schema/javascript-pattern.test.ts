import { describe, expect, it } from 'vitest';
import { toJavaScriptPattern } from './javascript-pattern.ts';

it.each(['[[:constructor:]]', '\\p{constructor}', '[[:toString:]]'])('%s is no class of any language', (source) => {
  expect(toJavaScriptPattern(source)).toBeNull();
});

describe('toJavaScriptPattern', () => {
  it.each<[string, string[], string[]]>([
    ['(?i)^(low|high)$', ['LOW', 'high'], ['lower']],
    ['(?i:ab)c', ['ABc'], ['ABC']],
    ['(?i)^[a-f0-9-]{2}$', ['Af', 'a-'], ['ag']],
    ['(?i)^[^a]$', ['b'], ['A', 'a']],
    ['^(?P<y>\\d{2})-(?P=y)$', ['12-12'], ['12-13']],
    ["^(?'y'a|b)\\k'y'$", ['aa'], ['ab']],
    ['\\A\\w+\\Z', ['abc'], ['a b']],
    ['\\A\\w+\\z', ['abc'], ['a b']],
    ['^a++b$', ['aab'], ['b']],
    ['^(?>ab|a)c$', ['abc', 'ac'], ['c']],
    ['(?s)^a.b$', ['a\nb'], ['ab']],
    ['(?m)^x$', ['a\nx\nb'], ['ax']],
    ['(?x) ^a b # two letters\n $', ['ab'], ['a b']],
    ['(?i)(?-i)a', ['a'], ['A']],
    ['^[[:alpha:]_]+$', ['a_B'], ['a1']],
    ['^[^[:space:]]+$', ['ab'], ['a b']],
    ['^\\p{Han}+\\pL$', ['天a'], ['a']],
    ['^\\p{IsAlphabetic}\\p{^L}$', ['a1'], ['ab']],
    ['^[\\w\\-\\_\\.@]+$', ['a-b_c.d@e'], ['a b']],
    ['^[\\w-.]+$', ['a-.'], ['a b']],
    ['^{x}$', ['{x}'], ['x']],
    ['^\\Qa.b\\E$', ['a.b'], ['axb']],
    ['^[]a]+$', [']a'], ['b']],
    ['^a{,2}$', ['', 'aa'], ['aaa']],
    ['^\\x{41}\\U00000042\\x43$', ['ABC'], ['abc']],
    ['^a(?#note)b\\h$', ['ab\t'], ['abx']],
    ['^\\#\\ \\"$', ['# "'], ['#']],
    ['/^[a-z]+$/i', ['aB'], ['/a/', 'a1']],
    ['/^a\\/b$/', ['a/b'], ['a']],
    ['#^a.b$#s', ['a\nb'], ['ab']],
    ['/a/', ['x/a/b'], ['a']],
  ])('reads %s', (source, fitting, others) => {
    const pattern = toJavaScriptPattern(source);
    const fits = (text: string): boolean => new RegExp(pattern ?? '', 'u').test(text);
    expect(pattern).not.toBeNull();
    expect(fitting.filter((text) => !fits(text))).toEqual([]);
    expect(others.filter(fits)).toEqual([]);
  });

  it.each(['^[a-z]+$', '(?<n>a)\\k<n>', '(?:a|b)', '\\p{L}', '^\\/api$'])('keeps %s unchanged', (source) => {
    expect(toJavaScriptPattern(source)).toBe(source);
  });

  it.each([
    '(?i)[a-z',
    '(?R)',
    '(?(1)a|b)',
    '(?i)(a)\\1',
    '[a-z&&[^b]]',
    '\\',
    '(?z)a',
    '\\p{NoSuch}',
    '[[.a.]]',
    'a)',
  ])('finds no equivalent of %s', (source) => {
    expect(toJavaScriptPattern(source)).toBeNull();
  });
});
