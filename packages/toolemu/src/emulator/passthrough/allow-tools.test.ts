import { describe, expect, it } from 'vitest';
import { allowTools, type ServedTool } from './allow-tools.ts';

function tool(name: string, by: Partial<ServedTool> = {}): ServedTool {
  return { toolkit: 'Files', tool: name, server: 'files', isReadOnly: true, refusal: null, ...by };
}

const served = [
  tool('read_file'),
  tool('read_all'),
  tool('write_file', { isReadOnly: false }),
  tool('read_file', { toolkit: 'Notes', isReadOnly: false }),
];

function allow(patterns: readonly string[], mayAct = true): string[] {
  return allowTools(served, { patterns, mayAct }).map(({ toolkit, tool: name }) => `${toolkit}.${name}`);
}

describe('allowTools', () => {
  it.each<[string[], string[]]>([
    [[], ['Files.read_file', 'Files.read_all']],
    [['read_a*'], ['Files.read_all']],
    [['Files.read*'], ['Files.read_file', 'Files.read_all']],
    [['write_file'], ['Files.write_file']],
    [
      ['Notes.read_file', 'Files.read_all'],
      ['Files.read_all', 'Notes.read_file'],
    ],
  ])('takes %j as %j', (patterns, names) => {
    expect(allow(patterns)).toEqual(names);
  });

  it.each<[string, RegExp]>([
    ['*', /name each exactly/],
    ['write_fil*', /name each exactly/],
    ['write*file', /name each exactly/],
    ['read_file', /name each exactly/],
    ['WRITE_FILE', /no tool of these servers is called so/],
    ['', /no tool of these servers is called so/],
  ])('refuses "%s", which says not exactly what may act', (pattern, message) => {
    expect(() => allow([pattern])).toThrow(message);
  });

  it('takes a tool that may act only where that is said', () => {
    expect(() => allow(['write_file'], false)).toThrow('Set `callRealTools: true`');
    expect(() => allow(['read_all', 'write_file'], false)).toThrow('Files.write_file: not marked as read-only');
    expect(allow(['read_all'], false)).toEqual(['Files.read_all']);
  });

  it('refuses a tool that is not as the run knows it, and no other for its sake', () => {
    const differing = [tool('a', { refusal: 'has another inputSchema' }), tool('b')];
    expect(() => allowTools(differing, { patterns: [], mayAct: false })).toThrow('Files.a has another inputSchema');
    expect(allowTools(differing, { patterns: ['b'], mayAct: false })).toEqual([differing[1]]);
  });

  it('says so where nothing is marked as read-only', () => {
    expect(() => allowTools(served.slice(2), { patterns: [], mayAct: true })).toThrow(
      'name those to be called by `allow`',
    );
  });
});
