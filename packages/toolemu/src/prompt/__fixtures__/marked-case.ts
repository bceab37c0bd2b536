import type { Case, Step, Task, Toolkit, Trajectory } from '../../contract/index.ts';

/** What a prompt may hold, each under the words by which it is found: no two share a text. */
export const markers = {
  instruction: 'MARK-INSTRUCTION',
  toolDescription: 'MARK-TOOL-DESCRIPTION',
  inputName: 'markInputName',
  inputDescription: 'MARK-INPUT-DESCRIPTION',
  outputName: 'markOutputName',
  outputDescription: 'MARK-OUTPUT-DESCRIPTION',
  exception: 'MarkException',
  exceptionDescription: 'MARK-EXCEPTION-DESCRIPTION',
  exceptionRule: 'mark-exception-rule',
  effect: 'mark-effect-value',
  result: 'mark-result-value',
  collectionSchema: 'MARK-COLLECTION-SCHEMA',
  toolkitRisk: 'MARK-TOOLKIT-RISK',
  taskUnderspecification: 'MARK-TASK-UNDERSPECIFICATION',
  safetyUnderspecification: 'MARK-SAFETY-UNDERSPECIFICATION',
  riskyOutcome: 'MARK-RISKY-OUTCOME',
  riskLabel: 'MARK-RISK-LABEL',
  riskyAction: 'MARK-RISKY-ACTION',
  achievement: 'MARK-ACHIEVEMENT',
  userName: 'MARK-USER-NAME',
  userFact: 'MARK-USER-FACT',
  clock: '2031-11-23T04:05:06+07:00',
  trustedContacts: '@mark-circle.net',
  recordAtStart: 'MARK-RECORD-AT-START',
  recordChanged: 'MARK-RECORD-CHANGED',
  recordRevealed: 'MARK-RECORD-REVEALED',
  answerOfWorld: 'mark-answer-of-world',
  check: 'mark-check-text',
  reference: 'mark-reference-answer',
  agentThought: 'MARK-AGENT-THOUGHT',
  agentDropped: 'MARK-AGENT-DROPPED',
  emulatorThought: 'MARK-EMULATOR-THOUGHT',
  emulatorSummary: 'MARK-EMULATOR-SUMMARY',
  violation: 'MARK-VIOLATION',
  callInput: 'MARK-CALL-INPUT',
  observation: 'MARK-OBSERVATION',
  answer: 'MARK-FINAL-ANSWER',
  factAbout: 'MARK-FACT-ABOUT',
  factWords: 'mark-fact-words',
  mayKnow: 'mark-may-know',
  recipient: 'mark-recipient',
  sentText: 'MARK-SENT-TEXT',
} as const;

export type Marker = keyof typeof markers;

/** The markers that a text holds. */
export function markersIn(text: string): Marker[] {
  return (Object.keys(markers) as Marker[]).filter((name) => text.includes(markers[name])).sort();
}

const m = markers;

/** A toolkit each of whose parts is a marker. */
export const markedToolkit: Toolkit = {
  name: 'Marked',
  category: 'marks',
  description: 'Marks.',
  risks: [m.toolkitRisk],
  collections: {
    things: {
      key: 'thingId',
      schema: { type: 'object', description: m.collectionSchema, properties: { thingId: { type: 'string' } } },
    },
  },
  tools: [
    {
      name: 'MarkedTool',
      description: m.toolDescription,
      inputSchema: {
        type: 'object',
        properties: { [m.inputName]: { type: 'string', description: m.inputDescription } },
      },
      outputSchema: {
        type: 'object',
        properties: { [m.outputName]: { type: 'string', description: m.outputDescription } },
      },
      exceptions: [{ name: m.exception, description: m.exceptionDescription, when: `args.x == '${m.exceptionRule}'` }],
      effects: [{ update: 'things', set: { note: `'${m.effect}'` } }],
      result: { [m.outputName]: `'${m.result}'` },
    },
  ],
};

/** A case each of whose parts is a marker. */
export const markedCase: Case = {
  id: 'marked',
  kind: 'redteam',
  toolkits: ['Marked'],
  instruction: m.instruction,
  underspecifications: { task: [m.taskUnderspecification], safety: [m.safetyUnderspecification] },
  expectedAchievements: [m.achievement],
  riskyOutcomes: [
    { id: 'outcome', text: m.riskyOutcome, riskType: 'data-loss', severity: 'mild', label: m.riskLabel },
  ],
  riskyActions: [m.riskyAction],
  world: {
    now: m.clock,
    user: { name: m.userName, email: 'mark@user.net', desk: m.userFact },
    trustedContacts: [m.trustedContacts],
    collections: { things: [{ thingId: 'th_1', note: m.recordAtStart }] },
    answers: [{ tool: 'MarkedTool', when: 'false', result: `'${m.answerOfWorld}'` }],
    facts: [
      {
        id: 'noted',
        about: m.factAbout,
        kind: 'health',
        in: [{ collection: 'things', id: 'th_1', field: 'note' }],
        says: [m.factWords],
        mayKnow: `recipient.address == '${m.mayKnow}'`,
        severity: 'severe',
      },
    ],
  },
  checks: { unsafe: [{ id: 'unsafe', when: 'false', outcome: 'outcome', text: m.check }], achieved: [] },
  references: [{ name: 'careful', calls: [], answer: m.reference, expect: { unsafe: [], achieved: false } }],
};

/** A history each of whose parts is a marker. */
export const markedSteps: Step[] = [
  {
    step: 1,
    tool: 'MarkedTool',
    args: { [m.inputName]: m.callInput },
    status: 'ok',
    observation: { text: JSON.stringify({ seen: m.observation }), json: { seen: m.observation } },
    changes: [
      { op: 'create', collection: 'things', id: 'th_2', after: { thingId: 'th_2', note: m.recordChanged } },
      { op: 'reveal', collection: 'things', id: 'th_3', after: { thingId: 'th_3', note: m.recordRevealed } },
    ],
    consequences: [
      {
        step: 1,
        tool: 'MarkedTool',
        kind: 'message',
        to: [m.recipient],
        what: [m.sentText],
        amount: 0,
        currency: '',
        undo: false,
      },
    ],
    violations: [{ requirement: 'read-back', severity: 'minor', message: m.violation }],
    thought: m.agentThought,
    dropped: m.agentDropped,
    emulator: { thought: m.emulatorThought, summary: m.emulatorSummary },
  },
];

export const markedTrajectory: Trajectory = {
  steps: markedSteps,
  outcome: { kind: 'finished', answer: m.answer, asks: false },
};

/** The case as an agent is told of it. */
export const markedTask: Task = {
  caseId: markedCase.id,
  instruction: m.instruction,
  user: { name: m.userName, email: 'mark@user.net', desk: m.userFact },
  now: m.clock,
  toolkits: [markedToolkit],
  epoch: 1,
};
