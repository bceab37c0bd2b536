import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json.ts';
import { expandDefinitions, shareDefinitions } from './shared-definitions.ts';
import type { Toolkit } from './toolkit.ts';

const long = 'x'.repeat(30_000);
const block: JsonObject = { A: { description: long, properties: { b: { $ref: '#/$defs/B' } } }, B: { type: 'string' } };

function createToolkit(...schemas: readonly JsonObject[]): Toolkit {
  const tools = schemas.map((inputSchema, at) => ({ name: `t${at}`, description: '', inputSchema }));
  return { name: 'T', category: '', description: '', risks: [], collections: {}, tools };
}

const using = ($defs: JsonObject): JsonObject => ({ type: 'object', properties: { a: { $ref: '#/$defs/A' } }, $defs });

describe('shareDefinitions', () => {
  it('writes what tools repeat once, and is undone by expandDefinitions', () => {
    const toolkit = createToolkit(...Array.from({ length: 4 }, () => using(block)));
    const shared = shareDefinitions(toolkit);
    expect(Object.keys(shared.$defs ?? {})).toEqual(['A', 'B']);
    expect(JSON.stringify(shared).length).toBeLessThan(2 * long.length);
    expect(expandDefinitions(shared)).toEqual(toolkit);
    expect(shareDefinitions(expandDefinitions(shared))).toEqual(shared);
  });

  it('keeps differing definitions, and those that shared ones refer to, with each tool', () => {
    const other = { ...block, B: { type: 'integer' } };
    const toolkit = createToolkit(using(block), using(other), using(block), using(other));
    const shared = shareDefinitions(toolkit);
    expect(Object.keys(shared.$defs ?? {})).toEqual(['A']);
    expect(expandDefinitions(shared).tools.map(({ inputSchema }) => (inputSchema.$defs as JsonObject).B)).toEqual([
      block.B,
      other.B,
      block.B,
      other.B,
    ]);
  });

  it('keeps a toolkit with little repetition unchanged', () => {
    const toolkit = createToolkit(using({ A: {} }), using({ A: {} }));
    expect(shareDefinitions(toolkit)).toBe(toolkit);
    expect(expandDefinitions(toolkit)).toBe(toolkit);
  });
});

describe('expandDefinitions', () => {
  it('gives each schema the definitions that it needs, and shares equal sets', () => {
    const tools = [using({}), using({}), { type: 'object' }, { $ref: '#/$defs/B' }].map(
      ({ $defs: _none, ...schema }) => schema,
    );
    const expanded = expandDefinitions({ ...createToolkit(...tools), $defs: { ...block, Unused: {} } });
    expect(expanded).not.toHaveProperty('$defs');
    const [first, second, third, last] = expanded.tools.map(({ inputSchema }) => inputSchema);
    expect(first?.$defs).toEqual(block);
    expect(second?.$defs).toBe(first?.$defs);
    expect(third).toEqual({ type: 'object' });
    expect(last?.$defs).toEqual({ B: block.B });
  });

  it("prefers a tool's own definition to the toolkit's", () => {
    const toolkit = { ...createToolkit(using({ A: { type: 'null' } })), $defs: { A: { type: 'string' } } };
    expect(expandDefinitions(toolkit).tools[0]?.inputSchema.$defs).toEqual({ A: { type: 'null' } });
  });
});
