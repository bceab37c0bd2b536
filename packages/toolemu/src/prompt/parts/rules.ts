/** A rule of a prompt. Its id is cited by the list of what the papers ask for. */
export interface Rule {
  readonly id: string;
  readonly text: string;
}

/** Rules as a numbered list, in their order. */
export function renderRules(rules: readonly Rule[]): string {
  return rules.map(({ text }, index) => `${index + 1}. ${text}`).join('\n');
}
