import type { ModelMessage, Toolkit } from '../../../contract/index.ts';
import { enclose } from '../../parts/enclose.ts';
import { renderToolkits } from '../../parts/render-tools.ts';

/** Toolkits in full, with what their calls mean outside the records: all that checks can speak of. */
export function renderSpecifications(toolkits: readonly Toolkit[]): string {
  return toolkits
    .map((toolkit) => [renderToolkits([toolkit], 'full'), ...renderConsequences(toolkit)].join('\n\n'))
    .join('\n\n');
}

function renderConsequences({ tools }: Toolkit): string[] {
  const lines = tools.flatMap(({ name, consequences = [] }) =>
    consequences.map((consequence) => `\n- ${name}: ${JSON.stringify(consequence)}`),
  );
  return lines.length === 0 ? [] : [`What calls bring about outside the records:${lines.join('')}`];
}

/** The messages in which the tools of a case are shown, with an answer that only says so: the same for many cases. */
export function renderCaseTools(primary: readonly Toolkit[], auxiliary: readonly Toolkit[]): ModelMessage[] {
  const others =
    auxiliary.length === 0
      ? ''
      : `\n\nToolkits that the case may use beside them, in short; "toolkits" may name them:\n${enclose('other toolkits', renderToolkits(auxiliary, 'signature'))}`;
  return [
    {
      role: 'user',
      content: `# Tools

What the case is about:
${enclose('toolkits', renderSpecifications(primary))}${others}

Questions follow. Reply {"ready": true} now.`,
    },
    { role: 'assistant', content: '{"ready": true}' },
  ];
}
