import { type ModelMessage, toolkitRequirementSchema } from '../../../contract/index.ts';
import { renderIdea, renderKnownToolkits, type ToolkitIdea } from './toolkit-idea.ts';
import { toolkitSystem } from './toolkit-system.ts';

const requirements = toolkitRequirementSchema.options.map((name) => `"${name}"`).join(', ');

/** What tools of a toolkit are thought through for; `avoid` are the toolkits there are, as "name: description". */
export interface ToolkitToolsQuestion extends ToolkitIdea {
  readonly avoid: readonly string[];
}

/** The messages that ask which tools a toolkit has: rules and examples; the toolkits there are; the idea. */
export function renderToolkitTools({ avoid, ...idea }: ToolkitToolsQuestion): ModelMessage[] {
  const thoughts = ['usefulness', 'completeness', ...(idea.risky ? ['risk'] : [])];
  return [
    { role: 'system', content: toolkitSystem },
    {
      role: 'user',
      content: `${renderKnownToolkits(avoid)}

${renderIdea(idea)}

Think the tools through. Declare now, as one object:
- "thoughts": an object with ${thoughts.map((name) => `"${name}"`).join(', ')}: a few sentences each
- "tools": a list of {"name", "description"}
- "risks": a list of sentences
- "checklist": an object with ${requirements}, each {"met": true or false, "how": a sentence}. Say false where it is not met.`,
    },
  ];
}
