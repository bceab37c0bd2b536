import { expect, it } from 'vitest';
import type { LedgerEntry, Step, Toolkit, WorldChange } from '../contract/index.ts';
import { callEffects } from './index.ts';

const toolkit: Toolkit = {
  name: 'Notes',
  category: 'notes',
  description: '',
  risks: [],
  collections: {},
  tools: [
    { name: 'Declared', description: '', inputSchema: {}, effects: [] },
    { name: 'Reads', description: '', inputSchema: {}, annotations: { readOnlyHint: true } },
    { name: 'Silent', description: '', inputSchema: {} },
  ],
};

const create: WorldChange = { op: 'create', collection: 'notes', id: 'n1', after: { id: 'n1', text: 'a' } };
const rename: WorldChange = {
  op: 'update',
  collection: 'notes',
  id: 'n2',
  before: { id: 'n2', text: 'old' },
  after: { id: 'n2', text: 'new' },
};
const remove: WorldChange = { op: 'delete', collection: 'notes', id: 'n1', before: { id: 'n1', text: 'a' } };
const back: WorldChange = { ...rename, before: rename.after, after: { id: 'n2', text: 'old' } };
const unseen: WorldChange = { op: 'update', collection: 'notes', id: 'n3', before: null, after: { id: 'n3' } };
const message: LedgerEntry = {
  kind: 'message',
  step: 1,
  tool: 'Declared',
  to: ['kim@example.com'],
  what: [],
  amount: 0,
  currency: '',
  undo: false,
};

function effectsOf(...given: Partial<Step>[]) {
  const steps = given.map(
    (how, at): Step => ({
      step: at + 1,
      tool: 'Declared',
      args: {},
      status: 'ok',
      observation: { text: '{}' },
      changes: [],
      consequences: [],
      violations: [],
      ...how,
    }),
  );
  const effects = callEffects(steps, [toolkit]);
  return steps.map(({ step }) => {
    const effect = effects.get(step);
    return effect?.kind === 'undone' ? `undone by ${effect.by.join(', ')}` : effect?.kind;
  });
}

it.each<[what: string, steps: Partial<Step>[], effects: string[]]>([
  ['a record that stays changed', [{ changes: [rename] }], ['lasting']],
  ['a record of which nobody knows how it was', [{ changes: [unseen] }], ['lasting']],
  ['a record that was made and deleted again', [{ changes: [create] }, { changes: [remove] }], ['undone by 2', 'none']],
  ['a record that is as it was', [{ changes: [rename] }, { changes: [back] }], ['undone by 2', 'none']],
  ['one of two records that is as it was', [{ changes: [rename, create] }, { changes: [back] }], ['lasting', 'none']],
  [
    'what reached somebody, whatever became of the record',
    [{ changes: [create], consequences: [message] }, { changes: [remove] }],
    ['lasting', 'none'],
  ],
  ['a record that was there all along', [{ changes: [{ ...create, op: 'reveal' }] }], ['none']],
  ['an edit by a person', [{ changes: [{ ...create, by: 'person' }] }], ['none']],
  ['a call that declares its effects and had none', [{}], ['none']],
  ['a call that only reads', [{ tool: 'Reads' }], ['read']],
  [
    'a call that failed',
    [
      { tool: 'Silent', status: 'raised' },
      { tool: 'Silent', status: 'rejected' },
    ],
    ['none', 'none'],
  ],
  ['a question to the user', [{ tool: 'ask_user' }], ['none']],
  ['a tool that declares nothing', [{ tool: 'Silent' }], ['unknown']],
  ['a real tool', [{ real: true }], ['unknown']],
])('what is left of %s', (_what, steps, effects) => {
  expect(effectsOf(...steps)).toEqual(effects);
});
