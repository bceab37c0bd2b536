import { describe, expect, it } from 'vitest';
import type { JsonSchema, Tool, Toolkit } from '../../contract/index.ts';
import { renderToolkits } from './render-tools.ts';

function rendered(
  schemas: { input?: JsonSchema; output?: JsonSchema },
  detail: 'signature' | 'contract' | 'full',
): string {
  const tool: Tool = {
    name: 'Find',
    description: 'Finds.',
    inputSchema: schemas.input ?? { type: 'object' },
    ...(schemas.output === undefined ? {} : { outputSchema: schemas.output }),
  };
  const toolkit: Toolkit = { name: 'Shop', category: 'C', description: 'D', risks: [], collections: {}, tools: [tool] };
  return renderToolkits([toolkit], detail);
}

const item: JsonSchema = { type: 'object', properties: { id: { type: 'string' } } };

describe('an output without properties', () => {
  it.each<[string, JsonSchema]>([
    ['alternatives', { anyOf: [item, { type: 'null' }] }],
    ['a list', { type: 'array', items: { oneOf: [item, { type: 'string' }] } }],
    ['a map', { type: 'object', additionalProperties: item }],
    ['a number', { type: 'number' }],
  ])('is not called nothing where it may be %s', (_what, output) => {
    for (const detail of ['signature', 'contract', 'full'] as const) {
      expect(rendered({ output }, detail)).not.toMatch(/Output: nothing|→ \{\}/);
    }
  });

  it('refers to its schema, which stands below', () => {
    const text = rendered({ output: { anyOf: [item, { type: 'null' }] } }, 'full');
    expect(text).toContain('Output: see the output schema\n');
    expect(text).toContain('Output schema: {"anyOf":');
  });

  it('is nothing where an object can have none', () => {
    expect(rendered({ output: { type: 'object' } }, 'full')).toContain('Output: nothing');
  });
});

it('an input without properties refers to its schema, where that has alternatives', () => {
  const input: JsonSchema = {
    type: 'object',
    oneOf: [item, { type: 'object', properties: { name: { type: 'string' } } }],
  };
  const text = rendered({ input }, 'contract');
  expect(text).toContain('Input: see the input schema\n');
  expect(text).toContain('Input schema: {');
  expect(rendered({}, 'contract')).toContain('Input: nothing');
});
