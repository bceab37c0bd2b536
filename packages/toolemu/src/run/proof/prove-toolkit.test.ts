import { describe, expect, it } from 'vitest';
import type { Tool, Toolkit, World } from '../../contract/index.ts';
import { notes, notesWith, world } from './__fixtures__/notes.ts';
import { proveToolkit } from './prove-toolkit.ts';

const text = { type: 'string' };

interface Scope {
  readonly world: World;
  readonly toolkits: readonly Toolkit[];
}

/** What is wrong with a toolkit in short: where, and what. */
function faultsOf(toolkit: Toolkit, { toolkits = [toolkit], ...rest }: Partial<Scope> = {}): string[] {
  return proveToolkit(toolkit, { world, toolkits, ...rest }).map(({ path, message }) => `${path}: ${message}`);
}

describe('proving a toolkit', () => {
  it('finds nothing wrong with a sound one', () => {
    expect(faultsOf(notes)).toEqual([]);
  });

  it('finds the same each time, once for each tool, and says what to do', () => {
    const broken = notesWith('NotesWrite', { result: 'created[7]' }, notesWith('NotesPin', { exceptions: [] }));
    const scope = { world, toolkits: [broken] };
    const problems = proveToolkit(broken, scope);
    expect(problems.map(({ path }) => path)).toEqual(['$.tools[2]', '$.tools[3]']);
    expect(proveToolkit(broken, scope)).toEqual(problems);
    for (const { remedy } of problems) expect(remedy).toMatch(/\w{3}/);
  });

  it('knows what the other toolkits of the case keep', () => {
    const pages: Toolkit = {
      ...notes,
      name: 'Pages',
      collections: {},
      tools: [{ ...toolOf('NotesFind'), name: 'PagesFind' }],
    };
    expect(faultsOf(pages, { toolkits: [pages, notes] })).toEqual([]);
    expect(faultsOf(pages, { toolkits: [pages], world: { ...world, collections: {} } })).toEqual([
      expect.stringContaining('no toolkit declares the collection "notes"'),
    ]);
  });

  it("leaves out the case's own answers", () => {
    const answers = [{ tool: 'NotesFind', when: 'true', raise: 'LunchException', message: 'At lunch.' }];
    expect(faultsOf(notes, { world: { ...world, answers } })).toEqual([]);
  });

  it('leaves the world as it was', () => {
    const before = structuredClone(world);
    proveToolkit(notes, { world, toolkits: [notes] });
    expect(world).toEqual(before);
  });
});

describe('a tool that breaks', () => {
  it('is found where an optional argument is left out', () => {
    const effects = [{ find: 'notes', where: 'like(it.text, args.text)' }];
    expect(faultsOf(notesWith('NotesFind', { effects }))).toEqual([
      expect.stringMatching(
        /^\$\.tools\[0\]: NotesFind, called with \{\}: tool NotesFind, effects\[0\]\.where: .*text/,
      ),
    ]);
  });

  it('is found where a property of a record is not there', () => {
    const effects = [{ find: 'notes', where: "it.writer != 'Bob'" }];
    expect(faultsOf(notesWith('NotesFind', { effects }))).toEqual([expect.stringContaining('No such key: writer')]);
  });

  it('is found where its result is not what it declares', () => {
    const outputSchema = { type: 'object', required: ['noteId', 'pages'], properties: { noteId: text, pages: text } };
    expect(faultsOf(notesWith('NotesWrite', { outputSchema }))).toEqual([
      expect.stringContaining('result: the result breaks outputSchema'),
    ]);
  });

  it('is found where what it writes is not a record', () => {
    const effects = [{ create: 'notes', set: { text: 'args.text', pinned: "'yes'" } }];
    expect(faultsOf(notesWith('NotesWrite', { effects }))).toEqual([
      expect.stringContaining('the record breaks the schema of its collection'),
    ]);
  });

  it('is passed over where it declares no effects', () => {
    const { effects: _effects, ...asking } = toolOf('NotesFind');
    const silent = { ...notes, tools: [{ ...asking, inputSchema: { not: {} } }, ...notes.tools.slice(1)] };
    expect(faultsOf(silent)).toEqual([]);
  });
});

describe('a tool that raises', () => {
  it('must declare the exception of an unknown id', () => {
    expect(faultsOf(notesWith('NotesPin', { exceptions: [] }))).toEqual([
      expect.stringMatching(/^\$\.tools\[3\]: NotesPin, called with \{"noteId":".*"\}: raises NotFoundException$/),
    ]);
  });

  it('must declare the one it names itself', () => {
    const effects = [{ delete: 'notes', id: 'args.noteId', missing: 'GoneException' }];
    expect(faultsOf(notesWith('NotesDelete', { effects }))).toEqual([expect.stringMatching(/raises GoneException$/)]);
    const exceptions = [{ name: 'GoneException', description: 'It is gone.' }];
    expect(faultsOf(notesWith('NotesDelete', { effects, exceptions }))).toEqual([]);
  });
});

describe('a tool that says something else the second time', () => {
  it('is found', () => {
    let calls = 0;
    const fickle: Tool = {
      ...toolOf('NotesFind'),
      get result() {
        calls += 1;
        return `'call ${calls}'`;
      },
    };
    expect(faultsOf({ ...notes, tools: [fickle, ...notes.tools.slice(1)] })).toEqual([
      expect.stringMatching(/^\$\.tools\[0\]: NotesFind, called with .*: gives another result the second time$/),
    ]);
  });
});

describe('a record that is created', () => {
  const hidden = [
    { ...toolOf('NotesFind'), effects: [{ find: 'notes', where: "it.noteId == 'n_rent'" }] },
    toolOf('NotesWrite'),
  ];

  it('must show', () => {
    expect(faultsOf({ ...notes, tools: hidden })).toEqual([
      expect.stringMatching(/NotesWrite, called with .*: creates notes "n_\w{4}", which no tool shows$/),
    ]);
    expect(faultsOf({ ...notes, tools: [toolOf('NotesWrite')] })).toHaveLength(1);
  });

  it.each<[string, Partial<Tool>]>([
    ['in a list', {}],
    ['by its id', toolOf('NotesRead')],
    [
      'by its words',
      {
        inputSchema: { type: 'object', required: ['query'], properties: { query: text } },
        effects: [{ find: 'notes', where: 'it.text == args.query' }],
      },
    ],
    ['in a count', { effects: [], result: 'size(world.notes)' }],
  ])('may show %s', (_what, change) => {
    const shown = { ...toolOf('NotesFind'), ...change, name: 'NotesShow' };
    expect(faultsOf({ ...notes, tools: [...hidden, shown] })).toEqual([]);
  });

  it('does not show in what a tool does that changes something', () => {
    const effects = [{ update: 'notes', set: { pinned: 'true' } }];
    const pinning = { ...toolOf('NotesPin'), effects, result: 'size(world.notes)' };
    expect(faultsOf({ ...notes, tools: [...hidden, pinning] })).toHaveLength(1);
  });

  it('need not show where its key is a secret', () => {
    const collection = { ...notes.collections.notes!, secret: ['noteId'] };
    expect(faultsOf({ ...notes, collections: { notes: collection }, tools: hidden })).toEqual([]);
    const other = { ...collection, secret: ['text'] };
    expect(faultsOf({ ...notes, collections: { notes: other }, tools: hidden })).toHaveLength(1);
  });
});

describe('a record that is deleted', () => {
  const filed: Toolkit = {
    ...notes,
    collections: { ...notes.collections, archive: notes.collections.notes! },
    tools: [
      { ...toolOf('NotesFind'), effects: [{ find: 'notes' }, { find: 'archive' }] },
      {
        ...toolOf('NotesDelete'),
        effects: [
          { delete: 'notes', id: 'args.noteId' },
          { create: 'archive', id: 'args.noteId', set: { text: 'deleted[0].text' } },
        ],
      },
    ],
  };

  it('must not be found', () => {
    expect(faultsOf(filed)).toEqual([
      expect.stringMatching(
        /^\$\.tools\[1\]: NotesDelete, called with \{"noteId":"(n_\w+)"\}: deletes notes "\1", which is found all the same$/,
      ),
    ]);
  });

  it('may be in another place', () => {
    const { tools } = filed;
    const apart = [{ ...tools[0]!, effects: [{ find: 'notes' }] }, tools[1]!];
    const trash = { ...toolOf('NotesFind'), name: 'NotesTrash', effects: [{ find: 'archive' }] };
    expect(faultsOf({ ...filed, tools: [...apart, trash] })).toEqual([]);
  });

  it('may leave its key in another', () => {
    const { tools } = filed;
    const log = { key: 'entry', newId: 'e_????', schema: { type: 'object' } };
    const logging = {
      ...toolOf('NotesDelete'),
      effects: [
        { delete: 'notes', id: 'args.noteId' },
        { create: 'archive', set: { noteId: 'args.noteId', sort: "'deleted'" } },
      ],
    };
    const collections = { ...notes.collections, archive: log };
    expect(faultsOf({ ...filed, collections, tools: [tools[0]!, logging] })).toEqual([]);
  });

  it('may be made anew', () => {
    const renewing = {
      ...toolOf('NotesDelete'),
      effects: [
        { delete: 'notes', id: 'args.noteId' },
        { create: 'notes', id: 'args.noteId', set: { text: "'Empty'" } },
      ],
    };
    expect(faultsOf({ ...notes, tools: [toolOf('NotesFind'), renewing] })).toEqual([]);
  });
});

describe('a tool for which no calls can be made up', () => {
  it('is not accused', () => {
    const inputSchema = { type: 'object', required: ['text'], properties: { text: { type: 'string', const: 3 } } };
    expect(proveToolkit(notesWith('NotesFind', { inputSchema }), { world, toolkits: [notes] })).toEqual([]);
  });
});

function toolOf(name: string): Tool {
  const tool = notes.tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool;
}
