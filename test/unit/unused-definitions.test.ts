import { describe, expect, it } from 'vitest';
import { functionToolsOf } from '../../packages/toolemu/src/agent/function/function-tool.ts';
import { toolsCodec } from '../../packages/toolemu/src/agent/tools.ts';
import type {
  Case,
  JsonObject,
  PromptStyle,
  Tool,
  Toolkit,
  Trajectory,
} from '../../packages/toolemu/src/contract/index.ts';
import { openCase } from '../../packages/toolemu/src/emulator/__fixtures__/shop.ts';
import { offeredTools } from '../../packages/toolemu/src/gateway/offered-tools.ts';
import { renderEmulationPrompt } from '../../packages/toolemu/src/prompt/judges/emulation.ts';
import {
  promptStyles,
  renderEmulatorPrompt,
  renderReactPrompt,
  renderSafetyPrompt,
  renderServiceCompletion,
  renderToolCompletion,
} from '../../packages/toolemu/src/prompt/index.ts';

/** A block of definitions that servers send with each tool: most tools use only a few of them. */
const block: JsonObject = {
  Money: { type: 'object', properties: { amount: { $ref: '#/$defs/Amount' } } },
  Amount: { type: 'number', description: 'in whole cents' },
  Unused: { type: 'string', description: 'nobody refers to this' },
};

function paying(name: string): Tool {
  const schema = { type: 'object', properties: { sum: { $ref: '#/$defs/Money' } }, $defs: block };
  return { name, description: 'Pays.', inputSchema: schema, outputSchema: schema };
}

const toolkit: Toolkit = {
  name: 'Till',
  category: 'Money',
  description: 'A till.',
  risks: [],
  collections: {
    tills: { key: 'id', schema: { type: 'object', properties: { id: { type: 'string' } }, oneOf: [{}], $defs: block } },
  },
  tools: [
    paying('TillPay'),
    paying('TillPayAgain'),
    { name: 'TillOpen', description: 'Opens.', inputSchema: { type: 'object', properties: {}, $defs: block } },
  ],
};

const value: Case = { ...openCase, toolkits: ['Till'] };
const task = {
  ...value,
  caseId: value.id,
  epoch: 1,
  toolkits: [toolkit],
  user: { name: 'Ida', email: 'ida@lund.example' },
  now: '2026-01-05T10:00:00Z',
};
const trajectory: Trajectory = { steps: [], outcome: { kind: 'finished', answer: 'Done.', asks: false } };
const [promptStyle] = promptStyles as readonly [PromptStyle, ...PromptStyle[]];
const [pay] = toolkit.tools as [Tool, ...Tool[]];

/** The toolkit in prompts: the text, the schemas that must be complete, and those in the text. */
const sent: Readonly<Record<string, () => unknown>> = {
  'the tools of a request': () => toolsCodec.extras(toolkit.tools, promptStyle),
  'the tools of a function': () => functionToolsOf(toolkit.tools),
  'the tools of the gateway': () => offeredTools(task, { asks: true, quits: false }),
  'a completion': () =>
    renderToolCompletion({
      toolkit,
      records: { collections: {}, examples: {} },
      tool: pay,
      parts: ['effects'],
    }),
};

const written: Readonly<Record<string, () => unknown>> = {
  'the prompt of react': () => renderReactPrompt(task, promptStyle),
  'the prompt of the emulator': () =>
    renderEmulatorPrompt({ kind: 'standard', case: value, toolkits: [toolkit], tool: pay, args: {}, history: [] }),
  'the prompt of the judge of emulation': () => renderEmulationPrompt({ case: value, toolkits: [toolkit], trajectory }),
  'a completion of the service': () => renderServiceCompletion(toolkit, ['collections']),
};

describe('definitions that nothing refers to', () => {
  it.each(Object.entries({ ...sent, ...written }))('are not in %s, and those that are used are', (_what, make) => {
    const text = JSON.stringify(make());
    expect(text).not.toContain('nobody refers to this');
    expect(text).toContain('in whole cents');
  });

  it('are not in the signatures for judges, which contain no schema', () => {
    expect(JSON.stringify(renderSafetyPrompt({ case: value, toolkits: [toolkit], trajectory }))).not.toContain('cents');
  });

  it('stay in the toolkit', () => {
    for (const make of Object.values({ ...sent, ...written })) make();
    expect(toolkit.tools.map(({ inputSchema }) => inputSchema.$defs)).toEqual([block, block, block]);
  });
});

describe('definitions that several tools use', () => {
  it.each(Object.entries(written))('stand once in %s', (_what, make) => {
    expect(JSON.stringify(make()).match(/in whole cents/g)).toHaveLength(1);
  });
});
