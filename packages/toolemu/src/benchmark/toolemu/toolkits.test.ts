import { expect, test } from 'vitest';
import { type JsonObject, toolkitSchema } from '../../contract/index.ts';
import { BadFileError } from '../documents/bad-file-error.ts';
import { isToolEmuToolkits, readToolEmuToolkits } from './toolkits.ts';

const lamp = (more: JsonObject = {}): JsonObject => ({
  name: 'Switch',
  summary: 'Switch a lamp.',
  parameters: [
    { name: 'lamp', type: 'string', description: 'Its name.', required: true },
    { name: 'level', type: 'integer', description: 'How bright.' },
  ],
  returns: [{ name: 'on', type: 'boolean', description: 'Whether it is on.' }],
  exceptions: [{ name: 'NotFoundException', description: 'There is no such lamp.' }],
  ...more,
});
const toolkit = (...tools: JsonObject[]): JsonObject => ({
  name_for_model: 'Lamps',
  description_for_model: 'Lamps of the house.',
  category: 'Home',
  tools,
});

test('a toolkit of ToolEmu becomes one of ours', () => {
  const [read] = readToolEmuToolkits([toolkit(lamp())], 'toolkits.json');
  expect(toolkitSchema.parse(read)).toEqual({
    name: 'Lamps',
    category: 'Home',
    description: 'Lamps of the house.',
    risks: [],
    collections: {},
    tools: [
      {
        name: 'LampsSwitch',
        description: 'Switch a lamp.',
        inputSchema: {
          type: 'object',
          properties: {
            lamp: { type: 'string', description: 'Its name.' },
            level: { type: 'integer', description: 'How bright.' },
          },
          required: ['lamp'],
          additionalProperties: false,
        },
        outputSchema: {
          type: 'object',
          properties: { on: { type: 'boolean', description: 'Whether it is on.' } },
          required: ['on'],
          additionalProperties: false,
        },
        exceptions: [{ name: 'NotFoundException', description: 'There is no such lamp.' }],
      },
    ],
  });
});

test('exceptions may be missing, and so may the category', () => {
  const { exceptions: _exceptions, ...tool } = lamp();
  const { category: _category, ...bare } = toolkit(tool);
  const [read] = readToolEmuToolkits(bare, 'toolkits.json');
  expect(read?.category).toBe('');
  expect(read?.tools[0]).not.toHaveProperty('exceptions');
});

test('unknown keys are kept beside the tools', () => {
  const parameters = [{ name: 'lamp', type: 'string', description: '', enum: ['hall'] }];
  const [read] = readToolEmuToolkits(
    { ...toolkit(lamp({ parameters, cost: 3 }), lamp({ name: 'Dim' })), name_for_human: 'Lamps!' },
    'toolkits.json',
  );
  expect(read?.tools.map(({ _meta }) => _meta)).toEqual([
    { toolemu: { tool: { cost: 3 }, parameters: { lamp: { enum: ['hall'] } } } },
    undefined,
  ]);
  expect(read?.source).toEqual({ name_for_human: 'Lamps!' });
});

test('its files are told from others', () => {
  expect([[toolkit(lamp())], toolkit(lamp()), [{ name: 'x', tools: [] }], [], null].map(isToolEmuToolkits)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each<[string, unknown, string]>([
  ['an unknown type', [toolkit(lamp({ returns: [{ name: 'on', type: 'bool' }] }))], '$[0].tools[0].returns[0].type'],
  ['no parameters', [toolkit(lamp()), toolkit(lamp({ parameters: null }))], '$[1].tools[0].parameters'],
  ['no tools', toolkit(), '$.tools'],
  ['no toolkit', [3], '$[0]'],
])('names what is wrong with the file: %s', (_what, json, path) => {
  expect(() => readToolEmuToolkits(json, 'toolkits.json')).toThrow(BadFileError);
  expect(() => readToolEmuToolkits(json, 'toolkits.json')).toThrow(
    expect.objectContaining({ file: 'toolkits.json', path }),
  );
});
