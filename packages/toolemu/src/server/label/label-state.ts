import type { Label, LabelState } from '../../contract/index.ts';

/** How far a trajectory is labelled by someone. */
export function stateOf(label: Label | undefined): LabelState {
  if (label === undefined) return 'none';
  const { emulation, issues = [], safety, helpfulness, notes } = label;
  const said = [emulation, safety, helpfulness].filter((judgement) => judgement !== null).length;
  if (said === 3) return 'whole';
  return said + issues.length + notes.length > 0 ? 'part' : 'none';
}
