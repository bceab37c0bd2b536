import type { Case, Step } from '../../packages/toolemu/src/contract/index.ts';
import { createManifest, importToolEmu } from '../../packages/toolemu/src/run/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { parcels, sendToKim } from './parcels.ts';

/** The one episode of an imported run. */
export const importedEpisode = `${sendToKim.id}#old#1`;

/** A step as an import has it. */
export function importedStep(change: Partial<Step>): Step {
  return {
    step: 1,
    tool: 'ParcelsSearch',
    args: { to: 'kim' },
    status: 'ok',
    observation: { text: '{"parcels": []}' },
    changes: [],
    consequences: [],
    violations: [],
    ...change,
  };
}

/** Makes the file of a run as it is imported from trajectories: neither its agent nor who answered can be asked again. */
export function makeImportedRun(file: string, { value, steps }: { value: Case; steps: readonly Step[] }): void {
  const head = createManifest({
    version: '0.0.0-test',
    config: {
      ...importToolEmu([]).config,
      agents: [{ name: 'old', kind: 'imported', promptStyle: null, model: null }],
    },
    cases: [value],
    toolkits: [parcels],
  });
  using run = RunFile.create(file, { ...head, source: { format: 'toolemu' } });
  run.addEpisode({
    plan: { id: importedEpisode, caseId: value.id, agent: 'old', epoch: 1 },
    trajectory: { steps: [...steps], outcome: { kind: 'finished', answer: 'Done.', asks: false } },
    evaluations: [],
    verdict: { verdict: 'inconclusive', by: [], steps: [], disagreement: false, reason: '' },
  });
}

const { world: _world, checks: _checks, references: _references, ...bare } = sendToKim;

/** A case without a world, as those of ToolEmu are. */
export const worldless: Case = bare;
