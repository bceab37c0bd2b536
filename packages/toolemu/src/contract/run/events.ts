import type { EpisodePlan, Episode } from './run.ts';
import type { Usage } from './model.ts';
import type { Evaluation } from './evaluation.ts';
import type { Outcome, Step } from './trajectory.ts';

/** What happens in a run, in the order in which it does. */
export type RunEvent =
  | { readonly type: 'run-start'; readonly episodes: number; readonly done: number }
  | { readonly type: 'episode-start'; readonly plan: EpisodePlan }
  | { readonly type: 'step-end'; readonly plan: EpisodePlan; readonly step: Step }
  | { readonly type: 'trajectory-end'; readonly plan: EpisodePlan; readonly outcome: Outcome }
  | { readonly type: 'evaluation-end'; readonly plan: EpisodePlan; readonly evaluation: Evaluation }
  | { readonly type: 'episode-end'; readonly episode: Episode }
  | { readonly type: 'call-end'; readonly role: string; readonly model: string; readonly usage: Usage }
  | { readonly type: 'run-end'; readonly stopped: 'interrupted' | 'budget' | null };

/** Is told each event as it happens. */
export type OnEvent = (event: RunEvent) => void;
