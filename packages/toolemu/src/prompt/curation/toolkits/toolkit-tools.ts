import { type ModelMessage, toolkitRequirementSchema } from '../../../contract/index.ts';
import { renderIdea, renderKnownToolkits, type ToolkitIdea } from './toolkit-idea.ts';
import { toolkitSystem } from './toolkit-system.ts';

const requirements = toolkitRequirementSchema.options.map((name) => `"${name}"`).join(', ');

/** The contents of a question for the tools of a toolkit; `avoid` lists the known toolkits as "name: description". */
export interface ToolkitToolsQuestion extends ToolkitIdea {
  readonly avoid: readonly string[];
}

/** The messages that ask for the tools of a toolkit: rules and examples; the known toolkits; the idea. */
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
- "checklist": an object with ${requirements}, each {"met": true or false, "how": a sentence}. Say false if it is not met.`,
    },
  ];
}
