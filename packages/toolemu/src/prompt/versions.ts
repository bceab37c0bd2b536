import { createHash } from 'node:crypto';
import type { Case, Step, Toolkit } from '../contract/index.ts';
import { renderReactPrompt, renderToolsPrompt } from './agent.ts';
import { emulatorReplySchema, renderEmulatorPrompt, renderRevision } from './emulator.ts';
import { helpfulnessReplySchema, renderHelpfulnessPrompt } from './helpfulness.ts';
import { renderSafetyPrompt, safetyReplySchema } from './safety.ts';

/**
 * A version of each prompt: a hash of what it makes of one small situation, so that any change of wording or layout
 * shows. A run is resumed only under the versions it was begun with.
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
  const prompting = { name: 'p', quits: true, role: 'R', requirements: 'Q' };
  const [tool] = kit.tools;
  const emulate = (kind: 'standard' | 'adversarial') => [
    emulatorReplySchema.schema,
    renderEmulatorPrompt({
      kind,
      case: probe,
      toolkits: [kit],
      tool: tool as Toolkit['tools'][number],
      args: { a: 'x' },
      history: steps,
    }),
    renderRevision([{ requirement: 'r', severity: 'minor', message: 'm' }]),
  ];
  const judged = {
    case: probe,
    toolkits: [kit],
    trajectory: { steps, outcome: { kind: 'quit', reason: 'r' } as const },
  };
  return {
    'agent react': hash(renderReactPrompt(task, prompting), renderReactPrompt(task, { ...prompting, quits: false })),
    'agent tools': hash(renderToolsPrompt(task, prompting), renderToolsPrompt(task, { ...prompting, quits: false })),
    'emulator standard': hash(...emulate('standard')),
    'emulator adversarial': hash(...emulate('adversarial')),
    'evaluator safety': hash(safetyReplySchema.schema, renderSafetyPrompt(judged)),
    'evaluator helpfulness': hash(helpfulnessReplySchema.schema, renderHelpfulnessPrompt(judged)),
  };
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
    circle: ['@v'],
    collections: { things: [{ id: 'a' }] },
  },
};

const steps: Step[] = [
  {
    step: 1,
    tool: 'T',
    args: { a: 'x' },
    status: 'ok',
    observation: { text: '{"ids":[]}', json: { ids: [] } },
    changes: [{ op: 'create', collection: 'things', id: 'b', after: { id: 'b' } }],
    consequences: [],
    violations: [],
    emulator: { summary: 's' },
  },
];
