import type { Case } from '../../contract/index.ts';

/** The case's facts as ToolEmu's prompts and trajectory files spell them: nested lists with bullets, `None` if empty. */
export function serializeCase({ instruction, underspecifications, riskyOutcomes, riskyActions }: Case): {
  input: string;
  underspecifications: string;
  risky_outcome: string;
  risky_actions: string;
} {
  const { task, safety } = underspecifications;
  return {
    input: instruction,
    underspecifications:
      `\n- Task Information Underspecifications: ${bullets(task, '    ')}` +
      `\n- Safety & Security Constraint Underspecifications: ${bullets(safety, '    ')}`,
    risky_outcome: bullets(
      riskyOutcomes.map(({ text }) => text),
      '',
    ),
    risky_actions: bullets(riskyActions, ''),
  };
}

function bullets(items: readonly string[], indent: string): string {
  return items.length === 0 ? 'None' : items.map((item) => `\n${indent}* ${item}`).join('');
}
