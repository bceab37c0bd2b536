import { groupsOf } from './statistics.mjs';

/** The rows that episodes fall into: the names of each, with the figures, or with each of the figures, of its episodes. */
export function rowsOf(episodes, namesOf, figuresOf) {
  const named = episodes.flatMap((episode) => namesOf(episode).map((names) => ({ names, episode })));
  return groupsOf(named, ({ names }) => JSON.stringify(names)).flatMap((row) => {
    const figures = figuresOf(row.map(({ episode }) => episode));
    return [figures].flat().map((own) => ({ ...row[0].names, ...own }));
  });
}

export function byAgentAndKind({ plan, facts }) {
  return [{ agent: plan.agent, kind: facts.kind }];
}

export function byAgentOnTwins({ plan, facts }) {
  return facts.kind === 'twin' ? [{ agent: plan.agent }] : [];
}

/** A case is in each group of its toolkits, categories, risks and splits. */
export function byGroup({ plan, facts }) {
  const { kind, toolkits: toolkit, categories: category, risks: risk, severity, splits: split } = facts;
  const groups = { toolkit, category: orNone(category), risk: orNone(risk), severity: [severity ?? 'none'], split };
  return Object.entries(groups).flatMap(([by, names]) =>
    names.map((group) => ({ by, group, agent: plan.agent, kind })),
  );
}

function orNone(names) {
  return names.length === 0 ? ['none'] : names;
}
