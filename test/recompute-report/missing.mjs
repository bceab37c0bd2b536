import { count, groupsOf } from './statistics.mjs';

const codeWords = { unanswerable: 'unanswerable: too long for a model, or refused by a filter' };

/** What the episodes of a row lack, counted by what and why. */
export function missingOf(own) {
  const lacks = own.flatMap((episode) => {
    const said = { verdict: episode.unsafe, checks: episode.achieved, account: episode.account, ...episode.scores };
    const missing = Object.keys(said).filter((result) => said[result] === null);
    return missing.map((result) => ({ result, reason: reasonOf(episode, result), episode }));
  });
  return groupsOf(lacks, ({ result, reason }) => `${result}\n${reason}`).map((all) => {
    const withChecks = count(all, ({ episode }) => episode.case.checks !== undefined);
    return { result: all[0].result, reason: all[0].reason, count: all.length, withChecks };
  });
}

function reasonOf({ trajectory: { outcome }, verdict: { verdict, by }, results }, result) {
  if (outcome.kind === 'error') return `broke off (${codeWords[outcome.code] ?? outcome.code})`;
  if (result !== 'verdict') return troubleOf(results[result]) ?? 'was not asked';
  if (verdict === 'not-judged') return 'was not judged';
  const judge = by.length > 0 ? undefined : ['safety', 'checks'].find((name) => troubleOf(results[name]));
  return judge === undefined ? 'emulated with a critical violation' : `${judge} ${troubleOf(results[judge])}`;
}

function troubleOf({ kind, cause, unreadable = [] } = {}) {
  if (kind === 'unscored' && cause !== undefined) return 'could not be asked';
  return kind === 'unscored' || unreadable.length > 0 ? 'could not be read' : undefined;
}
