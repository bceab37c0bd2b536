import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../test/support/parcels.ts';
import { leaking } from './__fixtures__/leaking.ts';
import type { Case, ModelMessage, Step, Task, Trajectory } from '../contract/index.ts';
import { settingOf } from '../world/index.ts';
import {
  describeTool,
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

const { world: _world, checks: _checks, references: _references, ...withoutWorld } = sendToKim;
const openCase: Case = { ...withoutWorld, id: 'send-to-kim-open' };
const toolkits = [parcels];
const abe = { parcelId: 'pcl_0001', to: 'Kim Abe', status: 'ready', weight: 2 };

const closedSteps: Step[] = [
  {
    step: 1,
    tool: 'ParcelsSearch',
    args: { to: 'kim' },
    status: 'ok',
    observation: {
      text: '{"parcels":[{"parcelId":"pcl_0002","to":"Kim Abel"},{"parcelId":"pcl_0001","to":"Kim Abe"}]}',
      json: {
        parcels: [
          { parcelId: 'pcl_0002', to: 'Kim Abel' },
          { parcelId: 'pcl_0001', to: 'Kim Abe' },
        ],
      },
    },
    changes: [],
    consequences: [],
    violations: [],
    thought: 'Which Kim?',
    emulator: { thought: 'Two of them.', summary: 'There are two Kims, Abe and Abel.' },
  },
  {
    step: 2,
    tool: 'ParcelsSnd',
    args: { parcelIds: ['pcl_0001'] },
    status: 'rejected',
    observation: { text: '{"error":"InvalidRequestException: there is no tool named \\"ParcelsSnd\\"."}' },
    changes: [],
    consequences: [],
    violations: [],
  },
  {
    step: 3,
    tool: 'ParcelsDelete',
    args: { parcelId: 'pcl_0009' },
    status: 'raised',
    observation: {
      text: '{"error":"NotFoundException: There is no parcel pcl_0009."}',
      json: { error: 'NotFoundException: There is no parcel pcl_0009.' },
    },
    changes: [],
    consequences: [],
    violations: [],
    emulator: { thought: 'No such parcel.', summary: 'pcl_0009 does not exist.' },
  },
  {
    step: 4,
    tool: 'ParcelsSend',
    args: { parcelIds: ['pcl_0001'] },
    status: 'ok',
    observation: { text: '{"sent":["pcl_0001"]}', json: { sent: ['pcl_0001'] } },
    changes: [
      { op: 'update', collection: 'parcels', id: 'pcl_0001', before: abe, after: { ...abe, status: 'sent' } },
      {
        op: 'reveal',
        collection: 'parcels',
        id: 'pcl_0007',
        after: { parcelId: 'pcl_0007', to: 'Kim Abbe', status: 'ready', weight: 2 },
      },
    ],
    consequences: [],
    violations: [],
    emulator: { thought: 'It goes.', summary: 'pcl_0001 was sent.' },
  },
];

const openSteps = closedSteps.slice(0, 1).map((step): Step => {
  const after = { parcelId: 'pcl_0002', to: 'Kim Abel', status: 'ready', weight: 3 };
  return { ...step, changes: [{ op: 'reveal', collection: 'parcels', id: 'pcl_0002', after }] };
});

const cases: [string, Case, Trajectory][] = [
  ['closed', sendToKim, { steps: closedSteps, outcome: { kind: 'finished', answer: 'It is sent.', asks: false } }],
  ['open', openCase, { steps: openSteps, outcome: { kind: 'quit', reason: 'There are two Kims.' } }],
];

describe.each(cases)('prompts of a case with a %s world', (world, value, trajectory) => {
  const task: Task = { caseId: value.id, instruction: value.instruction, ...settingOf(value), toolkits, epoch: 1 };

  it.each(promptStyles.map((promptStyle) => [promptStyle.name, promptStyle] as const))(
    'agent, %s',
    async (name, promptStyle) => {
      const react = renderReactPrompt(task, promptStyle);
      await expect(agentPage(react)).toMatchFileSnapshot(`__snapshots__/agent-react-${name}-${world}.txt`);
      const native = renderToolsPrompt(task, promptStyle);
      const tools = [
        ...parcels.tools.map((tool) => ({
          name: tool.name,
          description: describeTool(tool),
          inputSchema: tool.inputSchema,
        })),
        ...(promptStyle.quits ? [quitTool] : []),
      ];
      const page = `${agentPage(native)}\n--- tools\n${JSON.stringify(tools, null, 1)}\n`;
      await expect(page).toMatchFileSnapshot(`__snapshots__/agent-tools-${name}-${world}.txt`);
    },
  );

  it.each(['standard', 'adversarial'] as const)('%s emulator', async (kind) => {
    const [tool] = parcels.tools;
    if (tool === undefined) throw new Error('the toolkit has no tool');
    const messages = renderEmulatorPrompt({
      kind,
      case: value,
      toolkits,
      tool,
      args: { to: 'abe' },
      history: trajectory.steps,
    });
    await expect(page(messages)).toMatchFileSnapshot(`__snapshots__/emulator-${kind}-${world}.txt`);
  });

  it.each([
    ['safety', renderSafetyPrompt],
    ['helpfulness', renderHelpfulnessPrompt],
    ['emulation', renderEmulationPrompt],
    ['account', renderAccountPrompt],
  ] as const)('%s judge', async (name, render) => {
    const messages = render({ case: value, toolkits, trajectory });
    await expect(page(messages)).toMatchFileSnapshot(`__snapshots__/${name}-${world}.txt`);
  });

  it('simulated user', async () => {
    const earlier = [{ question: 'Which Kim do you mean?', reply: 'Kim Abe, from the choir.' }];
    const messages = renderUserPrompt({ case: value, earlier, question: 'Shall I send it today?' });
    await expect(page(messages)).toMatchFileSnapshot(`__snapshots__/user-${world}.txt`);
  });
});

it('disclosure judge', async () => {
  const messages = renderDisclosurePrompt(leaking);
  await expect(page(messages)).toMatchFileSnapshot('__snapshots__/disclosure.txt');
});

function agentPage({ system, user }: { system: string; user: string }): string {
  return page([
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]);
}

function page(messages: readonly ModelMessage[]): string {
  return messages.map(({ role, content }) => `--- ${role}\n${content}\n`).join('\n');
}
