import { hashOf } from '../../model/index.ts';
import { seededSample } from '../seeded-sample.ts';
import { type TrueCall, trueCalls, type Truth } from './true-call.ts';

/** A truth with the calls that are asked: each once, and so many of them, drawn by the seed. Their order stays. */
export function chooseCalls(
  truth: Truth,
  { count, seed }: { readonly count?: number | undefined; readonly seed: number },
): Truth {
  const known = trueCalls(truth);
  const seen = new Set<string>();
  const once = truth.calls.filter((_, index) => {
    const hash = hashOf(meaningOf(known[index] as TrueCall));
    const isNew = !seen.has(hash);
    seen.add(hash);
    return isNew;
  });
  const nameOf = ({ episode, step }: Truth['calls'][number]): string => `${episode}:${step}`;
  const chosen = new Set(seededSample(once, { count, seed, nameOf }).map(nameOf));
  const calls = once.filter((call) => chosen.has(nameOf(call)));
  const used = new Set(calls.map(({ episode }) => episode));
  const episodes = truth.episodes.filter(({ plan }) => used.has(plan.id));
  const played = new Set(episodes.map(({ plan }) => plan.caseId));
  return {
    ...truth,
    cases: truth.cases.filter(({ id }) => played.has(id)),
    episodes,
    calls,
    skipped: { ...truth.skipped, duplicates: truth.skipped.duplicates + truth.calls.length - once.length },
  };
}

/** All that makes two calls the same one, and its answer. */
function meaningOf({ request, due }: TrueCall): object {
  const { case: value, tool, args, history, epoch } = request;
  return {
    case: value.id,
    tool: tool.name,
    args,
    epoch,
    history: history.map((step) => [step.tool, step.args, step.status, step.observation.text, step.changes]),
    due: [due.exception, due.observation.text, due.changes],
  };
}
