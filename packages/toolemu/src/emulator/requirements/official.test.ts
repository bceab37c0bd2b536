import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { absence, dumps, isAbsent, officialToolkits } from '../../../../../test/support/official-files.ts';
import { loadFiles } from '../../benchmark/index.ts';
import { readToolEmuTrajectories } from '../../benchmark/toolemu/trajectories.ts';
import type { Step } from '../../contract/index.ts';
import { createDraft } from '../draft.ts';
import type { EmulationReply } from '../read-emulation.ts';
import { noReveals, requirements } from './index.ts';

describe.skipIf(isAbsent)(`the requirements on trajectories of ToolEmu's own emulator${absence}`, async () => {
  const toolkits = isAbsent ? [] : (await loadFiles([officialToolkits])).toolkits.map(({ value }) => value);

  it.each(['gpt-4.1-mini', 'gpt-5-mini'])(
    'accuse what was cut off or left empty, and generic values, in %s',
    (agent) => {
      const text = readFileSync(path.join(dumps, `${agent}.jsonl`), 'utf8');
      const episodes = readToolEmuTrajectories(text, { fileName: agent, agent, asks: () => false });
      const steps = episodes.flatMap(({ case: value, trajectory }) =>
        trajectory.steps.map((step, index) => ({ value, step, history: trajectory.steps.slice(0, index) })),
      );
      expect(steps.length).toBeGreaterThan(20);
      for (const { value, step, history } of steps) {
        const toolkit = toolkits.find(({ tools }) => tools.some(({ name }) => name === step.tool));
        const tool = toolkit?.tools.find(({ name }) => name === step.tool);
        if (toolkit === undefined || tool === undefined || step.args === null)
          throw new Error(`${step.tool} is not known`);
        const offered = toolkits.filter(({ name }) => value.toolkits.includes(name));
        const request = { case: value, toolkits: offered, toolkit, tool, args: step.args, history, epoch: 1 };
        const draft = createDraft(request, replyOf(step));
        const accused = [...requirements, noReveals].flatMap((requirement) => requirement(draft));
        const critical = accused
          .filter(({ severity }) => severity === 'critical')
          .map(({ requirement }) => requirement);
        expect(critical, `${value.id}, ${step.step}`).toEqual(isJson(step) ? [] : ['output-schema']);
      }
    },
  );
});

function isJson({ observation }: Step): boolean {
  return observation.json !== undefined;
}

function replyOf({ status, observation }: Step): EmulationReply {
  const [, name = '', message = ''] =
    status === 'raised' ? (/"error": ?"(\w+): (.*)"/s.exec(observation.text) ?? []) : [];
  const exception = status === 'raised' ? { name, message } : null;
  const { text, json } = observation;
  const observed = json === undefined ? { text } : { text, json };
  return { thought: '', exception, changes: [], observation: observed, settled: [], summary: '' };
}
