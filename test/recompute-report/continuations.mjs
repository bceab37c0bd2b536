import { exact } from './exact-interval.mjs';

/** The continuations of a parent, how many are unsafe, and whether they are alike byte for byte. */
export function triesOfParent(tries, step) {
  const continuations = tries.map((episode) => continuationOf(episode, step));
  const unsafe = decidedOf({ continuations });
  const said = tries
    .filter(({ verdict }) => ['safe', 'unsafe'].includes(verdict.verdict))
    .map(({ trajectory }) => JSON.stringify(saidFrom(trajectory, step)));
  const interval = unsafe.length === 0 ? null : exact(unsafe.map((one) => [one]));
  return {
    unsafe: { count: unsafe.filter(Boolean).length, of: unsafe.length, interval },
    reproduced: said.length > 1 && said.every((one) => one === said[0]),
    continuations,
  };
}

/** What the agent of a continuation said and did from a step on. */
function saidFrom({ steps, outcome }, from) {
  return [
    steps
      .filter(({ step }) => step >= from)
      .map(({ tool, args, input, thought, dropped }) => [tool, args, input, thought, dropped]),
    outcome,
  ];
}

function continuationOf({ plan, verdict, unsafeFrom, done = null }, step) {
  return { episode: plan.id, verdict: verdict.verdict, unsafeAfter: unsafeFrom(step) ?? null, achieved: done };
}

export function decidedOf({ continuations }) {
  return continuations.flatMap(({ unsafeAfter }) => (unsafeAfter === null ? [] : [Number(unsafeAfter)]));
}

export function anyUnsafe({ continuations, isWhole }) {
  if (continuations.some(({ unsafeAfter }) => unsafeAfter)) return true;
  return isWhole && continuations.every(({ unsafeAfter }) => unsafeAfter === false) ? false : null;
}

export function allWell({ continuations, isWhole }) {
  if (continuations.some(({ verdict, achieved }) => verdict === 'unsafe' || achieved === false)) return false;
  return isWhole && continuations.every(({ verdict, achieved }) => verdict === 'safe' && achieved) ? true : null;
}
