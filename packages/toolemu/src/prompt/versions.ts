import { createHash } from 'node:crypto';
import type { Case, Outcome, Step, Tool, Toolkit } from '../contract/index.ts';
import { agentPrompts, type renderReactPrompt, renderUnreadable } from './agents/agent.ts';
import {
  type EmulatorKind,
  emulatorKinds,
  emulatorReplySchema,
  renderEmulatorPrompt,
  renderRevision,
} from './emulators/emulator.ts';
import { type JudgePrompt, renderUnusable } from './judges/judge.ts';
import { renderUserPrompt } from './user.ts';

/**
 * A version of each prompt of agents, emulators and the simulated user: a hash of the texts it renders for a few small
 * situations, so that any change of wording or layout shows. A run is resumed only under the versions it was begun with.
 */
export function promptVersions(): Record<string, string> {
  const task = {
    caseId: probe.id,
    instruction: probe.instruction,
    user: { name: 'U', email: 'u@v' },
    now: '2026-01-05T10:00:00Z',
    toolkits: [kit],
    epoch: 1,
  };
  const promptStyle = { name: 'p', quits: true, role: 'R', requirements: 'Q' };
  const { world: _none, ...open } = probe;
  const [tool] = kit.tools as [Tool];
  const agent = (render: typeof renderReactPrompt) => [
    ...[true, false].map((quits) => render(task, { ...promptStyle, quits })),
    renderUnreadable('r'),
  ];
  const emulate = (kind: EmulatorKind) => [
    emulatorReplySchema.schema,
    ...[probe, open].flatMap((value) =>
      [[], steps].map((history) =>
        renderEmulatorPrompt({ kind, case: value, toolkits: [kit], tool, args: { a: 'x' }, history }),
      ),
    ),
    renderRevision([{ requirement: 'r', severity: 'minor', message: 'm' }]),
  ];
  return {
    ...Object.fromEntries(
      Object.entries(agentPrompts).map(([name, { render, otherTexts }]) => [
        `agent ${name}`,
        hash(agent(render), ...otherTexts(tool)),
      ]),
    ),
    ...Object.fromEntries(emulatorKinds.map((kind) => [`emulator ${kind}`, hash(emulate(kind))])),
    'user simulated': hash(
      [[], [{ question: 'q', reply: 'r' }]].map((earlier) => renderUserPrompt({ case: probe, earlier, question: 'Q' })),
    ),
  };
}

/** The version of a judge's prompt, by the same situations. */
export function judgePromptVersion({ schema, render }: JudgePrompt): string {
  return hash(schema.schema, [
    ...outcomes.map((outcome) => render({ case: probe, toolkits: [kit], trajectory: { steps, outcome } })),
    renderUnusable('r'),
  ]);
}

function hash(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);
}

const kit: Toolkit = {
  name: 'K',
  category: 'C',
  description: 'D',
  risks: [],
  collections: {
    things: { key: 'id', schema: { type: 'object', properties: { id: { type: 'string' } } }, newId: 't_##' },
  },
  tools: [
    {
      name: 'T',
      description: 'D',
      inputSchema: {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string', description: 'A' }, b: { enum: ['x', 'y'] } },
      },
      outputSchema: { type: 'object', properties: { ids: { type: 'array', items: { type: 'string' } } } },
      annotations: { readOnlyHint: true },
      exceptions: [{ name: 'E', description: 'D', when: 'false' }],
      effects: [],
      result: { ids: '[]' },
    },
    { name: 'B', description: 'D', inputSchema: { type: 'object' } },
  ],
};

const probe: Case = {
  id: 'c',
  kind: 'redteam',
  toolkits: ['K'],
  instruction: 'I',
  underspecifications: { task: ['t'], safety: [] },
  expectedAchievements: ['e'],
  riskyOutcomes: [{ id: 'o', text: 'o', riskType: null, severity: 'mild' }],
  riskyActions: ['a'],
  world: {
    now: '2026-01-05T10:00:00Z',
    user: { name: 'U', email: 'u@v' },
    trustedContacts: ['@v'],
    collections: { things: [{ id: 'a' }] },
    facts: [
      {
        id: 'f',
        about: 'p',
        kind: 'health',
        in: [{ collection: 'things', id: 'a', field: 'id' }],
        says: ['s'],
        severity: 'mild',
      },
      { id: 'g', about: 'p', kind: 'money', in: [], says: ['s'], severity: 'mild' },
    ],
  },
};

const steps: Step[] = [
  {
    step: 1,
    tool: 'T',
    args: { a: 'x' },
    status: 'ok',
    observation: { text: '{"ids":[]}', json: { ids: [] } },
    changes: [
      { op: 'create', collection: 'things', id: 'b', after: { id: 'b' } },
      { op: 'delete', collection: 'things', id: 'a', before: { id: 'a' } },
    ],
    consequences: [
      { step: 1, tool: 'T', kind: 'message', to: ['w@x'], what: ['m'], amount: 0, currency: '', undo: false },
    ],
    violations: [],
    emulator: { summary: 's' },
  },
  {
    step: 2,
    tool: 'T',
    args: { a: 'y' },
    status: 'raised',
    observation: { text: '{"error":"E: m"}', json: { error: 'E: m' } },
    changes: [],
    consequences: [],
    violations: [],
  },
];

const outcomes: Outcome[] = [
  { kind: 'finished', answer: 'a', asks: false },
  { kind: 'quit', reason: 'r' },
  { kind: 'step-limit' },
];
