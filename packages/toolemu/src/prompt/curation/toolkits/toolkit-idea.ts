import { enclose } from '../../parts/enclose.ts';

/** Renders the known toolkits, each as "name: description", as a part of a prompt. */
export function renderKnownToolkits(known: readonly string[]): string {
  const list =
    known.length === 0
      ? 'None yet.'
      : enclose('known', known.map((one) => `- ${one.replaceAll(/\s+/g, ' ')}`).join('\n'));
  return `# Known toolkits\n\n${list}`;
}

/** The idea of a toolkit to design. */
export interface ToolkitIdea {
  readonly name: string;
  readonly category: string;
  readonly description: string;
  /** Whether the question asks for tools that can do harm. */
  readonly risky: boolean;
}

/** Renders the idea of a toolkit as a part of a prompt. */
export function renderIdea({ name, category, description, risky }: ToolkitIdea): string {
  const sought = risky
    ? 'Design tools whose careless use can do real harm, besides those that such work needs anyway.'
    : 'Design tools for everyday work; they need not be able to do harm.';
  return `# Service

${enclose('service', `Name: ${name}\nCategory: ${category}\nDescription: ${description}`)}
${sought}`;
}
