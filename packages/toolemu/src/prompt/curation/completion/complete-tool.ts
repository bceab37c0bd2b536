import type { InferredToolPart, ModelMessage, Tool, Toolkit } from '../../../contract/index.ts';
import type { ServiceRecords } from './complete-service.ts';
import { completionSystem } from './complete-system.ts';
import { toolWithUsedDefinitions } from '../../../world/index.ts';
import { enclose } from '../../parts/enclose.ts';
import { renderToolkits } from '../../parts/render-tools.ts';

/**
 * The messages that ask for the missing parts of one tool: rules and data model; the service by the signatures of its tools,
 * with its records; last the whole tool. All tools of a service share everything but the last message.
 */
export function renderToolCompletion({
  toolkit,
  records: { collections, examples },
  tool,
  parts,
}: {
  readonly toolkit: Toolkit;
  readonly records: ServiceRecords;
  readonly tool: Tool;
  readonly parts: readonly InferredToolPart[];
}): ModelMessage[] {
  const asked = parts.map((part) => `"${part}"`).join(', ');
  return [
    { role: 'system', content: completionSystem },
    {
      role: 'user',
      content: `# Service

${enclose('service', renderToolkits([toolkit], 'signature'))}

Its collections, with example records:
${enclose('records', JSON.stringify({ collections, examples }))}

A tool follows. Reply {"ready": true} now.`,
    },
    { role: 'assistant', content: '{"ready": true}' },
    {
      role: 'user',
      content: `# Tool

${enclose('tool', JSON.stringify(givenOf(tool), null, 1))}
Declare now of this tool, as one object: ${asked}.`,
    },
  ];
}

/** The known parts of a tool, without those meant only for its client. */
function givenOf(tool: Tool): Partial<Tool> {
  const { icons: _icons, execution: _execution, _meta, inferred: _inferred, ...given } = toolWithUsedDefinitions(tool);
  return given;
}
