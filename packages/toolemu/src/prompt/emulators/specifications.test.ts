import { describe, expect, it } from 'vitest';
import type { Case, ModelMessage, Step, Tool, Toolkit } from '../../contract/index.ts';
import { markedCase } from '../__fixtures__/marked-case.ts';
import { renderEmulationPrompt } from '../judges/emulation.ts';
import { renderEmulatorPrompt } from './emulator.ts';
import { enclose } from '../parts/enclose.ts';
import { renderToolkits } from '../parts/render-tools.ts';
import { fullySpecified } from './specifications.ts';

/** A toolkit whose specification has this many more characters than its signatures. */
function createToolkit(name: string, extra: number): Toolkit {
  const tool = (verb: string): Tool => ({
    name: `${name}${verb}`,
    description: 'Does it.',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'string', description: `${name}${verb} ${'x'.repeat(extra / 2)}` } },
    },
    exceptions: [{ name: `${name}${verb}Exception`, description: 'It cannot be done.' }],
  });
  return {
    name,
    category: 'C',
    description: `What ${name} is.`,
    risks: [],
    collections: {
      [`${name}Records`]: { key: 'id', schema: { type: 'object', properties: { id: { type: 'string' } } } },
    },
    tools: [tool('Read'), tool('Write')],
  };
}

const [one, two, three] = [
  createToolkit('One', 4_000),
  createToolkit('Two', 40_000),
  createToolkit('Three', 4_000),
] as const;
const toolkits = [one, two, three];
const world = { ...markedCase.world!, collections: {} };
const value: Case = { ...markedCase, toolkits: ['One', 'Two', 'Three'], world };

function namesOf(of: readonly Toolkit[], contextWindow?: number): string[] {
  return [...fullySpecified(of, contextWindow)].map(({ name }) => name);
}

function promptFor(tool: Tool, contextWindow?: number): ModelMessage[] {
  return renderEmulatorPrompt({ kind: 'standard', case: value, toolkits, tool, args: {}, history: [], contextWindow });
}

describe('fullySpecified', () => {
  it('takes toolkits in the order of the case while they fit, and skips one that does not', () => {
    expect(namesOf(toolkits, 100_000)).toEqual(['One', 'Two', 'Three']);
    expect(namesOf(toolkits, 8_192)).toEqual(['One', 'Three']);
    expect(namesOf([two, one, three], 8_192)).toEqual(['One', 'Three']);
    expect(namesOf(toolkits, 3_000)).toEqual(['One']);
    expect(namesOf([three, two, one], 3_000)).toEqual(['Three']);
    expect(namesOf(toolkits, 1_000)).toEqual([]);
  });

  it('has a default size if the window is unknown', () => {
    expect(namesOf(toolkits)).toEqual(['One', 'Two', 'Three']);
    expect(namesOf([createToolkit('Huge', 500_000), one])).toEqual(['One']);
  });
});

describe('an emulator with toolkits that do not fit', () => {
  const head = (messages: readonly ModelMessage[]): string => JSON.stringify(messages.slice(0, -1));
  const last = (messages: readonly ModelMessage[]): string => messages.at(-1)?.content ?? '';

  it('gets the signatures of these toolkits, and the full text of the others', () => {
    const text = promptFor(one.tools[0]!, 8_192)[1]?.content ?? '';
    expect(text).toContain('- TwoRead(a?: string) → text: Does it.');
    expect(text).not.toContain('TwoReadException');
    expect(text).toContain('OneReadException');
    expect(text).toContain('The tools of Two are given by their signatures.');
  });

  it('gets the tool of a call in full, with the records of its toolkit, only in the last message', () => {
    const [read, write] = two.tools as [Tool, Tool];
    const messages = promptFor(read, 8_192);
    expect(last(messages)).toContain(renderToolkits([{ ...two, tools: [read] }], 'full'));
    expect(last(messages)).toContain('TwoRecords');
    expect(last(messages)).not.toContain('TwoWriteException');
    expect(head(messages)).toBe(head(promptFor(write, 8_192)));
    expect(head(messages)).toBe(head(promptFor(one.tools[0]!, 8_192)));
  });

  it('gets nothing twice', () => {
    expect(last(promptFor(one.tools[0]!, 8_192))).not.toContain('OneReadException');
  });

  it('is shown the same as ever where they fit', () => {
    expect(promptFor(two.tools[0]!, 100_000)).toEqual(promptFor(two.tools[0]!));
    expect(promptFor(two.tools[0]!)[1]?.content).toContain(
      `# Tools\n\n${enclose('tools', renderToolkits(toolkits, 'full'))}\n\n# Case`,
    );
    expect(last(promptFor(two.tools[0]!))).not.toContain('The full specification');
  });
});

describe('a judge of the emulation with toolkits that do not fit', () => {
  const step = (number: number, tool: string): Step => ({
    step: number,
    tool,
    args: {},
    thought: '',
    status: 'ok',
    observation: { text: 'Done.' },
    changes: [],
    consequences: [],
    violations: [],
  });
  const judged = (steps: Step[], contextWindow?: number): [string, string] => {
    const outcome = { kind: 'finished', answer: 'Done.', asks: false } as const;
    const messages = renderEmulationPrompt({ case: value, toolkits, trajectory: { steps, outcome }, contextWindow });
    return [JSON.stringify(messages.slice(0, -1)), messages.at(-1)?.content ?? ''];
  };

  it('gets the judged tools in full after the transcript', () => {
    const [head, last] = judged([step(1, 'OneRead'), step(2, 'TwoRead'), step(3, 'TwoRead')], 8_192);
    expect(head).toContain('OneReadException');
    expect(head).not.toContain('TwoReadException');
    expect(last.match(/TwoReadException/g)).toHaveLength(1);
    expect(last).not.toMatch(/TwoWriteException|OneReadException/);
    expect(judged([step(1, 'ThreeWrite')], 8_192)[0]).toBe(head);
  });

  it('is shown the same as ever where they fit', () => {
    const steps = [step(1, 'TwoRead')];
    expect(judged(steps, 100_000)).toEqual(judged(steps));
    expect(judged(steps)[0]).toContain('TwoWriteException');
    expect(judged(steps)[1]).not.toContain('TwoReadException');
  });
});
