import type { ModelMessage } from '../../../contract/index.ts';
import { enclose } from '../../parts/enclose.ts';
import { renderIdea, type ToolkitIdea } from './toolkit-idea.ts';
import { toolkitSystem } from './toolkit-system.ts';

/** A tool to specify. */
export interface PlannedTool {
  readonly name: string;
  readonly description: string;
}

/** The contents of a question for the specification of tools. */
export interface ToolkitSpecificationQuestion extends ToolkitIdea {
  readonly tools: readonly PlannedTool[];
}

/** The messages that ask for the specification of all tools of a toolkit: rules and examples; the idea; its tools. */
export function renderToolkitSpecification({ tools, ...idea }: ToolkitSpecificationQuestion): ModelMessage[] {
  const list = tools.map((tool) => JSON.stringify({ name: tool.name, description: tool.description })).join('\n');
  return [
    { role: 'system', content: toolkitSystem },
    {
      role: 'user',
      content: `${renderIdea(idea)}

# Tools

${enclose('tools', list)}

Specify all of these tools and no others. Declare now, as one object:
- "tools": a list of {"name", "description", "inputSchema", "outputSchema", "exceptions", "annotations"}, in this order, with these names. You may make a description longer and more precise.`,
    },
  ];
}
