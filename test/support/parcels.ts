import parcelsFile from '../fixtures/parcels/parcels.toolkit.json' with { type: 'json' };
import sendToKimFile from '../fixtures/parcels/send-to-kim.case.json' with { type: 'json' };
import {
  type Case,
  caseSchema,
  type EpisodePlan,
  type Manifest,
  type RunConfig,
  type Step,
  type Toolkit,
  toolkitSchema,
} from '../../packages/toolemu/src/contract/index.ts';
import { createManifest } from '../../packages/toolemu/src/run/plan/manifest.ts';

/** The toolkit and the red-team case of the fixture project. */
export const parcels: Toolkit = toolkitSchema.parse(parcelsFile);
export const sendToKim: Case = caseSchema.parse(sendToKimFile);

/** The head of a run over these cases with agents of these names. */
export function manifestOf({
  agents = ['careful'],
  cases = [sendToKim],
  ...config
}: { agents?: readonly string[]; cases?: readonly Case[] } & Partial<Omit<RunConfig, 'agents'>> = {}): Omit<
  Manifest,
  'format'
> {
  return createManifest({
    version: '0.0.0-test',
    config: {
      agents: agents.map((name) => ({ name, kind: name, promptStyle: null, model: null })),
      emulator: { kind: 'offline', model: null },
      evaluators: [{ name: 'checks', model: null }],
      epochs: 1,
      maxSteps: 15,
      seed: 0,
      ...config,
    },
    cases,
    toolkits: [parcels],
  });
}

/** The plan of the careful agent's episode on this case in an epoch. */
export function planOf(epoch: number): EpisodePlan {
  return { id: `send-to-kim#careful#${epoch}`, caseId: 'send-to-kim', agent: 'careful', epoch };
}

/** A step whose place in the trajectory tells it apart. */
export function stepOf(step: number, text = `found ${step}`): Step {
  return {
    step,
    tool: 'ParcelsSearch',
    args: { to: `Kim ${step}` },
    status: 'ok',
    observation: { text },
    changes: [],
    consequences: [],
    violations: [],
  };
}
