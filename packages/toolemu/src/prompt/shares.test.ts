import { describe, expect, it } from 'vitest';
import type { Case, ModelMessage, Tool } from '../contract/index.ts';
import {
  type Marker,
  markers,
  markedCase,
  markedSteps,
  markedTask,
  markedToolkit,
  markedTrajectory,
  markersIn,
} from './__fixtures__/marked-case.ts';
import {
  describeTool,
  type EmulatorKind,
  promptStyles,
  quitTool,
  renderAccountPrompt,
  renderDisclosurePrompt,
  renderEmulationPrompt,
  renderEmulatorPrompt,
  renderHelpfulnessPrompt,
  renderReactPrompt,
  renderSafetyPrompt,
  renderToolsPrompt,
  renderUserPrompt,
} from './index.ts';

// The table of DESIGN section 2: who is shown what. A row lists all its prompt may hold; a marker in no row is for nobody.
const instruction: Marker[] = ['instruction'];
const inputsAndOutputs: Marker[] = [
  'toolDescription',
  'inputName',
  'inputDescription',
  'outputName',
  'outputDescription',
];
const signatures: Marker[] = ['toolDescription', 'inputName', 'outputName'];
const whole: Marker[] = [
  ...inputsAndOutputs,
  'exception',
  'exceptionDescription',
  'exceptionRule',
  'effect',
  'result',
  'collectionSchema',
];
const unsaid: Marker[] = ['taskUnderspecification', 'safetyUnderspecification'];
const risks: Marker[] = ['riskyOutcome', 'riskyAction'];
const userAndClock: Marker[] = ['userName', 'userFact', 'clock'];
const world: Marker[] = [...userAndClock, 'trustedContacts', 'recordAtStart', 'recordChanged', 'recordRevealed'];
const changesMade: Marker[] = ['recordChanged'];
const earlierCalls: Marker[] = ['callInput', 'observation'];

const rows: Record<string, { prompt: string; shown: Marker[] }> = {
  'agent react': {
    prompt: agentText(renderReactPrompt),
    shown: [...instruction, ...inputsAndOutputs, ...userAndClock],
  },
  'agent tools, with the tools sent beside it': {
    prompt: agentText(renderToolsPrompt) + JSON.stringify(markedToolkit.tools.map(nativeTool)) + quitTool.description,
    shown: [...instruction, ...inputsAndOutputs, ...userAndClock],
  },
  'standard emulator': {
    prompt: emulatorText('standard'),
    shown: [...instruction, ...whole, ...world, ...earlierCalls, 'emulatorSummary'],
  },
  'adversarial emulator': {
    prompt: emulatorText('adversarial'),
    shown: [...instruction, ...whole, ...unsaid, ...risks, ...world, ...earlierCalls, 'emulatorSummary'],
  },
  'safety evaluator': {
    prompt: textOf(renderSafetyPrompt({ case: markedCase, toolkits: [markedToolkit], trajectory: markedTrajectory })),
    shown: [
      ...instruction,
      ...signatures,
      ...userAndClock,
      ...unsaid,
      ...risks,
      ...changesMade,
      'recordRevealed',
      ...earlierCalls,
      'answer',
    ],
  },
  'helpfulness evaluator': {
    prompt: textOf(
      renderHelpfulnessPrompt({ case: markedCase, toolkits: [markedToolkit], trajectory: markedTrajectory }),
    ),
    shown: [
      ...instruction,
      ...signatures,
      ...userAndClock,
      ...unsaid,
      'achievement',
      ...changesMade,
      'recordRevealed',
      ...earlierCalls,
      'answer',
    ],
  },
  'emulation evaluator': {
    prompt: textOf(
      renderEmulationPrompt({ case: markedCase, toolkits: [markedToolkit], trajectory: markedTrajectory }),
    ),
    shown: [
      ...instruction,
      ...whole,
      ...userAndClock,
      'recordAtStart',
      'recordChanged',
      'recordRevealed',
      ...earlierCalls,
      'answer',
    ],
  },
  'account evaluator': {
    prompt: textOf(renderAccountPrompt({ case: markedCase, toolkits: [markedToolkit], trajectory: markedTrajectory })),
    shown: [
      ...instruction,
      ...signatures,
      ...userAndClock,
      ...changesMade,
      'recordRevealed',
      ...earlierCalls,
      'answer',
    ],
  },
  'disclosure evaluator': {
    prompt: textOf(
      renderDisclosurePrompt({ case: markedCase, toolkits: [markedToolkit], trajectory: markedTrajectory }),
    ),
    shown: [...userAndClock, 'factAbout', 'recordAtStart', 'sentText'],
  },
  'simulated user': {
    prompt: textOf(renderUserPrompt({ case: markedCase, earlier: [], question: 'Which one?' })),
    shown: [...instruction, 'achievement', ...userAndClock],
  },
};

describe('each role sees its share of a case and no more', () => {
  it.each(Object.entries(rows))('%s', (_role, { prompt, shown }) => {
    expect(markersIn(prompt)).toEqual([...shown].sort());
  });

  it.each(promptStyles.map(({ name }) => name))('an agent with the prompting %s sees no more', (name) => {
    const promptStyle = promptStyles.find((one) => one.name === name);
    if (promptStyle === undefined) throw new Error(name);
    for (const render of [renderReactPrompt, renderToolsPrompt]) {
      const { system, user } = render(markedTask, promptStyle);
      const beyond = markersIn(system + user).filter((marker) => !rows['agent react']?.shown.includes(marker));
      expect(beyond).toEqual([]);
    }
  });

  it('judges of the agent see a revealed record apart from the changes, with what the agent was not shown of it', () => {
    const judged = { case: markedCase, toolkits: [markedToolkit], trajectory: markedTrajectory };
    for (const render of [renderSafetyPrompt, renderHelpfulnessPrompt, renderAccountPrompt]) {
      const line = textOf(render(judged))
        .split('\n')
        .find((one) => one.startsWith('{"step":1'));
      const { changed, revealed } = JSON.parse(line ?? '') as { changed: object[]; revealed: object[] };
      expect(JSON.stringify(changed)).not.toContain(markers.recordRevealed);
      expect(revealed).toEqual([
        { collection: 'things', id: 'th_3', record: expect.anything(), notShownToAgent: ['note'] },
      ]);
    }
  });

  it.each(Object.entries(rows))(
    '%s reads all that is not ours between lines that carry a code',
    (role, { prompt, shown }) => {
      // An agent's own task speaks to it, native tools are sent apart from the prompt, and the clock is no text of anybody.
      const open: Marker[] = role.startsWith('agent') ? ['instruction', 'clock'] : ['clock'];
      const native = role.includes('beside') ? inputsAndOutputs : [];
      const inside = new Set<string>();
      const outside: string[] = [];
      let code: string | null = null;
      for (const line of prompt.split('\n')) {
        const [, opened] = /^<<[a-z ]+ ([0-9a-f]{16})>>$/.exec(line) ?? [];
        if (code === null && opened !== undefined) code = opened;
        else if (code !== null && line.startsWith('<</') && line.includes(code)) code = null;
        else if (code === null) outside.push(line);
        else for (const marker of markersIn(line)) inside.add(marker);
      }
      const told = markersIn(outside.join('\n')).filter((marker) => !open.includes(marker) && !native.includes(marker));
      // Earlier answers of an emulator are its own.
      const own: Marker[] = role.includes('emulator')
        ? ['emulatorSummary', 'observation', 'recordChanged', 'recordRevealed']
        : [];
      expect(told.filter((marker) => !own.includes(marker))).toEqual([]);
      const due = shown.filter((marker) => ![...open, ...native, ...own].includes(marker));
      expect(due.filter((marker) => !inside.has(marker))).toEqual([]);
    },
  );

  it('two agents that make the same calls get the same answers, whatever they thought', () => {
    const { thought: _thought, dropped: _dropped, ...silent } = markedSteps[0] as (typeof markedSteps)[number];
    for (const kind of ['standard', 'adversarial'] as const) {
      expect(emulatorText(kind, markedCase, [silent])).toBe(emulatorText(kind));
    }
  });

  it('an emulator of a case without a world is given the user and the clock of such cases', () => {
    const { world: _world, ...open } = markedCase;
    const prompt = emulatorText('standard', open, []);
    expect(prompt).toMatch(/User:\n<<user \w+>>\nJohn Doe, john\.doe@gmail\.com\n/);
    expect(prompt).toContain('Current time: 2022-02-22T11:37:00-05:00 (Tuesday)');
    expect(prompt).toContain('No world is given.');
  });

  it.each<[string[], RegExp]>([
    [['user', 'now'], /User: unknown\nCurrent time: unknown\n/],
    [['user'], /User: unknown\nCurrent time: \d{4}-/],
    [['now'], /User:\n<<user \w+>>\n[^\n]*@[^]*\nCurrent time: unknown\n/],
  ])('an emulator is told that %j of a recorded case is unknown', (unknown, expected) => {
    const { world: _world, ...open } = markedCase;
    for (const value of [markedCase, open]) {
      const prompt = emulatorText('standard', { ...value, source: { unknown } }, []);
      expect(prompt).toMatch(expected);
    }
    expect(emulatorText('standard', { ...open, source: { unknown: ['user', 'now'] } }, [])).not.toMatch(
      /John Doe|2022/,
    );
  });
});

function agentText(render: typeof renderReactPrompt): string {
  const { system, user } = render(markedTask, { name: 'p', quits: true, role: '', requirements: '' });
  return system + user;
}

function nativeTool(tool: Tool) {
  return { name: tool.name, description: describeTool(tool), inputSchema: tool.inputSchema };
}

function emulatorText(kind: EmulatorKind, value: Case = markedCase, history = markedSteps): string {
  const [tool] = markedToolkit.tools;
  if (tool === undefined) throw new Error('the toolkit has no tool');
  return textOf(renderEmulatorPrompt({ kind, case: value, toolkits: [markedToolkit], tool, args: {}, history }));
}

function textOf(messages: readonly ModelMessage[]): string {
  return messages.map(({ content }) => content).join('\n');
}
