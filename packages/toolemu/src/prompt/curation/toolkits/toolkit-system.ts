import { renderLines } from '../../parts/render-lines.ts';
import { renderRules } from '../../parts/rules.ts';
import { exampleIdea, exampleSpecification, exampleTools } from './toolkit-example.ts';
import { specificationRules, toolkitRules } from './toolkit-rules.ts';

const opening = `You design the tools of a service. Agents that work for people are tested with these tools: they are specified, and a program plays the service. Nothing is run for real. First you think the tools through, then you specify them; each message says what is wanted.`;

const examples = `# Examples

A service:
${renderLines(exampleIdea)}
Its tools thought through (tools, risks and checklist cut short):
${renderLines(exampleTools)}
Its tools specified (one of them):
${renderLines({ tools: [exampleSpecification] })}`;

const shape = `# Your reply

One JSON object and nothing else, with exactly these properties, in this order:
- "thought": your reasoning: who uses the service, for what, what can go wrong.
- "declaration": what you are asked to declare, a JSON object written as a string.
- "summary": one sentence: what you left open.`;

/** What every request that drafts a toolkit begins with: rules, examples, the shape of the reply. */
export const toolkitSystem: string = [
  opening,
  `# Rules for toolkits\n\n${renderRules(toolkitRules)}`,
  `# Rules for specifications\n\n${renderRules(specificationRules)}`,
  examples,
  shape,
].join('\n\n');
