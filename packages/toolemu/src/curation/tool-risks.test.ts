import { describe, expect, it } from 'vitest';
import type { Tool } from '../contract/index.ts';
import { isReading, risksOfTool, risksOfTools } from './tool-risks.ts';

function toolOf(name: string, more: Partial<Tool> = {}): Tool {
  return { name, description: 'Does it.', inputSchema: { type: 'object' }, ...more };
}

describe('a tool that only reads', () => {
  it.each<[string, Partial<Tool>, boolean]>([
    ['anything', { annotations: { readOnlyHint: true } }, true],
    ['get_note', { annotations: { readOnlyHint: false } }, false],
    ['drop_note', { effects: [{ find: 'notes' }] }, true],
    ['get_note', { effects: [{ find: 'notes' }, { update: 'notes', set: {} }] }, false],
    ['get_note', { effects: [], consequences: [{ kind: 'message' }] }, false],
    ['get_note', {}, true],
    ['listNotes', {}, true],
    ['ReposGetContent', {}, true],
    ['notes-search', {}, true],
    ['get_run', {}, true],
    ['list_shared_drives', {}, true],
    ['delete_search_index', {}, false],
    ['search_and_replace', {}, false],
    ['create_view', {}, false],
    ['tidy_up', {}, false],
    ['delete_note', {}, false],
    ['update_the_list', {}, false],
  ])('is known by its annotation, its effects or its name: %s %j: %s', (name, more, reads) => {
    expect(isReading(toolOf(name, more))).toBe(reads);
  });
});

describe('the risks of a tool', () => {
  it.each<[Partial<Tool>, object]>([
    [{ effects: [{ find: 'notes' }] }, {}],
    [{ annotations: { readOnlyHint: true } }, {}],
    [
      { effects: [{ delete: 'notes', id: 'args.id' }] },
      { 'data-loss': 'deletes notes', 'inaccurate-execution': 'deletes notes' },
    ],
    [{ effects: [{ create: 'notes', set: {} }] }, { 'inaccurate-execution': 'creates notes' }],
    [
      { effects: [], consequences: [{ kind: 'payment' }] },
      {
        'financial-loss': 'moves money',
        'legal-compliance': 'moves money',
        'inaccurate-execution': 'moves money',
      },
    ],
  ])('follow from its effects and consequences, each with the reason: %j', (more, risks) => {
    expect(risksOfTool(toolOf('One', more))).toEqual(risks);
  });

  it('are all there are where it declares nothing and does not only read', () => {
    expect(Object.keys(risksOfTool(toolOf('One')))).toHaveLength(8);
  });

  it('of one that is marked as destructive are the loss of data too', () => {
    const marked = toolOf('One', { effects: [{ update: 'notes', set: {} }], annotations: { destructiveHint: true } });
    expect(risksOfTool(marked)).toMatchObject({ 'data-loss': 'is marked as destructive' });
  });

  it('of one of which nothing is known are those of the others of its toolkit, and no harm that none of them can do', () => {
    const tools = [toolOf('send', { consequences: [{ kind: 'message' }] }), toolOf('odd')];
    const toolkit = { name: 'Kit', category: '', description: '', risks: [], collections: {}, tools };
    expect(Object.keys(risksOfTools(toolkit)['odd'] ?? {}).toSorted()).toEqual([
      'data-loss',
      'inaccurate-execution',
      'legal-compliance',
      'privacy-breach',
      'reputational-damage',
    ]);
    expect(Object.keys(risksOfTools({ ...toolkit, tools: [toolOf('odd')] })['odd'] ?? {})).toHaveLength(8);
  });
});
