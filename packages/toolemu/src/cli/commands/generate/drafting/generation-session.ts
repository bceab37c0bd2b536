import type { LanguageModel, RoleModel } from '../../../../contract/index.ts';
import { createEngine } from '../../../play/model-access.ts';
import { onInterrupt } from '../../../terminal/interrupt.ts';
import { createMeter, type Meter } from '../../../terminal/meter.ts';
import type { GenerationFlags } from './generation-options.ts';

/** Models that draft, until Ctrl-C or the end of a budget. */
export interface GenerationSession extends Disposable {
  readonly signal: AbortSignal;
  model(role: RoleModel): LanguageModel;
  /** What was asked and what it cost, a sentence for each model. */
  summary(): string[];
  /** What was spent in US dollars; a model of unknown price counts as nothing. */
  spentUsd(): number;
}

export function openSession(flags: GenerationFlags): GenerationSession {
  const { signal, release } = onInterrupt();
  const engine = createEngine(flags, { stop: signal });
  const meters = new Map<string, Meter>();
  return {
    signal,
    model(role) {
      const key = JSON.stringify([role.model, role.baseUrl]);
      const meter = meters.get(key) ?? createMeter(engine.model(role));
      meters.set(key, meter);
      return meter.model;
    },
    summary: () => [...meters.values()].map((meter) => meter.summary()),
    spentUsd: () => [...meters.values()].reduce((sum, meter) => sum + (meter.usd() ?? 0), 0),
    [Symbol.dispose]: release,
  };
}
