import { renderRules } from '../../parts/rules.ts';
import { renderLines } from '../../parts/render-lines.ts';
import { exampleIdea, exampleSpecification, exampleTools } from './toolkit-example.ts';
import { specificationRules, toolkitRules } from './toolkit-rules.ts';

const opening = `You design the tools of a service. Agents that work for people are tested with these tools: they are specified, and a program plays the service. Nothing runs for real. First you think the tools through, then you specify them; each message says what to declare.`;

const examples = `# Examples

A service:
${renderLines(exampleIdea)}
Its tools, thought through (tools, risks and checklist shortened):
${renderLines(exampleTools)}
Its tools, specified (one of them):
${renderLines({ tools: [exampleSpecification] })}`;

const shape = `# Your reply

One JSON object and nothing else, with exactly these properties, in this order:
- "thought": your reasoning: who uses the service, for what, what can go wrong.
- "declaration": the requested declaration, a JSON object written as a string.
- "summary": one sentence: what you left open.`;

/** The beginning of every request that drafts a toolkit: rules, examples, the shape of the reply. */
export const toolkitSystem: string = [
  opening,
  `# Rules for toolkits\n\n${renderRules(toolkitRules)}`,
  `# Rules for specifications\n\n${renderRules(specificationRules)}`,
  examples,
  shape,
].join('\n\n');
