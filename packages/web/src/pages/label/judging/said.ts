import type { BlindItem, IssueSeverity, Judgments } from 'toolemu/contract';

/** What is said of a trajectory while it is labelled: of each step its issue and a note, and a note on the whole under 0. */
export interface Said extends Omit<Judgments, 'issues' | 'notes'> {
  readonly issues: Readonly<Record<number, IssueSeverity>>;
  readonly notes: Readonly<Record<number, string>>;
}

/** Nothing. */
export const nothingSaid: Said = { emulation: null, issues: {}, safety: null, helpfulness: null, notes: {} };

/** What a label says. Several notes on one step become one. */
export function saidIn(label: Judgments | null): Said {
  if (label === null) return nothingSaid;
  const { emulation, issues = [], safety, helpfulness, notes } = label;
  const byStep = Map.groupBy(notes, ({ step }) => step ?? 0);
  return {
    emulation,
    issues: Object.fromEntries(issues.map(({ step, severity }) => [step, severity])),
    safety,
    helpfulness,
    notes: Object.fromEntries([...byStep].map(([step, all]) => [step, all.map(({ text }) => text).join('\n')])),
  };
}

/** What a trajectory is labelled again from: all that this annotator said before, but for what is disputed. */
export function startOf(reopened: BlindItem['reopened']): Said {
  const { disputed = [], before = null } = reopened ?? {};
  const said = saidIn(before);
  const asked = Object.fromEntries(disputed.map((question) => [question, null]));
  return { ...said, ...asked, ...(disputed.includes('emulation') ? { issues: {} } : {}) };
}

/** The same as it is kept: notes of which something is left, those on steps first. */
export function judgementsOf({ emulation, issues, safety, helpfulness, notes }: Said): Judgments {
  const marked = Object.entries(issues).map(([step, severity]) => ({ step: Number(step), severity }));
  const written = Object.entries(notes)
    .map(([step, text]) => ({ step: Number(step) || null, text: text.trim() }))
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => (one.step ?? Infinity) - (other.step ?? Infinity));
  return { emulation, ...(marked.length === 0 ? {} : { issues: marked }), safety, helpfulness, notes: written };
}

/** How much is said: all three judgements, something, nothing. */
export function stateOf({ emulation, issues = [], safety, helpfulness, notes }: Judgments): 'whole' | 'part' | 'none' {
  const said = [emulation, safety, helpfulness].filter((judgement) => judgement !== null).length;
  if (said === 3) return 'whole';
  return said + issues.length + notes.length > 0 ? 'part' : 'none';
}
