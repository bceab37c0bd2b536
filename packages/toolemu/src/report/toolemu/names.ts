import type { AgentSpec, Manifest } from '../../contract/index.ts';

/** What ToolEmu calls an agent of a run, and the files of it. */
export interface ToolEmuName {
  /** The agent's name in the run. */
  readonly agent: string;
  /** The model as the run names it; `none` where there is none. */
  readonly model: string;
  /** ToolEmu's agent type: the prompting, or the kind of agent that has none. */
  readonly type: string;
  /** Path of the trajectory and evaluation files, without what tells them apart. */
  readonly trajectories: string;
  /** Path of the unified report. */
  readonly report: string;
}

interface Identity {
  readonly model: string;
  readonly type: string;
  readonly simulator: string;
  readonly runId: string;
}

/** The agents of a run under the names ToolEmu gives its files, no two of them the same. */
export function toolEmuNames({ config, createdAt }: Pick<Manifest, 'config' | 'createdAt'>): ToolEmuName[] {
  const taken = new Set<string>();
  return config.agents.map((spec) => {
    const { model, type, simulator, runId } = identityOf(spec, { emulator: config.emulator.kind, createdAt });
    const folder = filePart(model);
    const stem = `${folder}_${filePart(type)}`;
    const isFree = (suffix: string): boolean => !taken.has(`${stem}${suffix}_${runId}`.toLowerCase());
    const suffix = suffixesFor(spec.kind).find(isFree) ?? '';
    taken.add(`${stem}${suffix}_${runId}`.toLowerCase());
    return {
      agent: spec.name,
      model,
      type: `${type}${suffix}`,
      trajectories: `dumps/trajectories/${folder}/${simulator}${stem}${suffix}_${runId}`,
      report: `dumps/${stem}${suffix}_unified_report_${runId}.txt`,
    };
  });
}

/** The name of a file that ToolEmu, or this program in its manner, wrote: what emulated, model, agent type, run. */
const writtenName =
  /^(std_thought_|normal_|offline_)?(.+?)_(naive|ss_only|helpful_ss|simple_quit|quit|[^_]+)_(\d{4}_\d{6})$/;

function identityOf(
  { name, kind, promptStyle, model }: AgentSpec,
  { emulator, createdAt }: { emulator: string; createdAt: string },
): Identity {
  const runId = runIdOf(createdAt);
  if (kind === 'imported') {
    const [, simulator = '', ofModel, type, ofRun] = writtenName.exec(name) ?? [];
    return { simulator, model: ofModel ?? name, type: type ?? kind, runId: ofRun ?? runId };
  }
  const type = promptStyle?.name ?? kind;
  return { simulator: simulatorOf(emulator), model: model?.model ?? 'none', type, runId };
}

/** ToolEmu puts the simulator before the name where it is not the adversarial one. */
function simulatorOf(emulator: string): string {
  if (emulator === 'adversarial') return '';
  return emulator === 'standard' ? 'std_thought_' : `${filePart(emulator)}_`;
}

/** Day, month, time, as ToolEmu has them, in UTC. */
function runIdOf(createdAt: string): string {
  const iso = new Date(createdAt).toISOString();
  return `${iso.slice(8, 10)}${iso.slice(5, 7)}_${iso.slice(11, 19).replaceAll(':', '')}`;
}

/** What tells an agent's files from those of another that would have the same name: what kind it is, or a number. */
function* suffixesFor(kind: string): Generator<string> {
  yield '';
  yield `-${filePart(kind, 12)}`;
  for (let number = 2; ; number += 1) yield `-${number}`;
}

/** A name as a part of a path: no separators, nothing a file system refuses, hides or takes for an option. */
function filePart(name: string, longest = 60): string {
  const part = name
    .replaceAll(/[^\w.@+=-]/g, '_')
    .slice(0, longest)
    .replaceAll(/\.{2,}|^[.-]+|\.+$/g, '_');
  return part === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part) ? `_${part}` : part;
}
