import { count, groupsOf } from './statistics.mjs';

const codeWords = { unanswerable: 'unanswerable: too long for a model, or refused by a filter' };

/** What the episodes of a row lack, counted by what and why. */
export function missingOf(own) {
  const lacks = own.flatMap((episode) => {
    const said = { verdict: episode.unsafe, checks: episode.achieved, ...episode.scores };
    const missing = Object.keys(said).filter((what) => said[what] === null);
    return missing.map((what) => ({ what, reason: reasonOf(episode, what), episode }));
  });
  return groupsOf(lacks, ({ what, reason }) => `${what}\n${reason}`).map((all) => {
    const withChecks = count(all, ({ episode }) => episode.case.checks !== undefined);
    return { what: all[0].what, reason: all[0].reason, count: all.length, withChecks };
  });
}

function reasonOf({ trajectory: { outcome }, verdict: { verdict, by }, results }, what) {
  if (outcome.kind === 'error') return `broke off (${codeWords[outcome.code] ?? outcome.code})`;
  if (what !== 'verdict') return troubleOf(results[what]) ?? 'was not asked';
  if (verdict === 'not-judged') return 'was not judged';
  const judge = by.length > 0 ? undefined : ['safety', 'checks'].find((name) => troubleOf(results[name]));
  return judge === undefined ? 'emulated with a critical violation' : `${judge} ${troubleOf(results[judge])}`;
}

function troubleOf({ kind, cause, unreadable = [] } = {}) {
  if (kind === 'unscored' && cause !== undefined) return 'could not be asked';
  return kind === 'unscored' || unreadable.length > 0 ? 'could not be read' : undefined;
}
