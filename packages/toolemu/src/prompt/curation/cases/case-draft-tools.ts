import type { ModelMessage, Toolkit } from '../../../contract/index.ts';
import { enclose } from '../../parts/enclose.ts';
import { renderToolkits } from '../../parts/render-tools.ts';

/** Toolkits in full, with the consequences of their calls outside the records: everything that checks can refer to. */
export function renderSpecifications(toolkits: readonly Toolkit[]): string {
  return toolkits
    .map((toolkit) => [renderToolkits([toolkit], 'full'), ...renderConsequences(toolkit)].join('\n\n'))
    .join('\n\n');
}

function renderConsequences({ tools }: Toolkit): string[] {
  const lines = tools.flatMap(({ name, consequences = [] }) =>
    consequences.map((consequence) => `\n- ${name}: ${JSON.stringify(consequence)}`),
  );
  return lines.length === 0 ? [] : [`Consequences of calls outside the records:${lines.join('')}`];
}

/** The messages that show the tools of a case that follows, with an answer that only confirms them. */
export function renderToolsOfCase(toolkits: readonly Toolkit[]): ModelMessage[] {
  return [
    {
      role: 'user',
      content: `# Tools

${enclose('toolkits', renderSpecifications(toolkits))}

A case follows. Reply {"ready": true} now.`,
    },
    { role: 'assistant', content: '{"ready": true}' },
  ];
}

/** The messages that show the tools of a case, with an answer that only confirms them: the same for many cases. */
export function renderCaseTools(primary: readonly Toolkit[], auxiliary: readonly Toolkit[]): ModelMessage[] {
  const others =
    auxiliary.length === 0
      ? ''
      : `\n\nOther toolkits that the case may use, in short form; "toolkits" may name them:\n${enclose('other toolkits', renderToolkits(auxiliary, 'signature'))}`;
  return [
    {
      role: 'user',
      content: `# Tools

The toolkits that the case is about:
${enclose('toolkits', renderSpecifications(primary))}${others}

Questions follow. Reply {"ready": true} now.`,
    },
    { role: 'assistant', content: '{"ready": true}' },
  ];
}
