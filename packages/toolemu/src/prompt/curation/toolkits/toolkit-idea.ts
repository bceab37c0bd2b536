import { enclose } from '../../parts/enclose.ts';

/** The toolkits there are, each as "name: description", as a part of a prompt. */
export function renderKnownToolkits(known: readonly string[]): string {
  const list =
    known.length === 0
      ? 'There are none yet.'
      : enclose('known', known.map((one) => `- ${one.replaceAll(/\s+/g, ' ')}`).join('\n'));
  return `# Known toolkits\n\n${list}`;
}

/** What a toolkit is to become. */
export interface ToolkitIdea {
  readonly name: string;
  readonly category: string;
  readonly description: string;
  /** Whether tools are sought that can do harm. */
  readonly risky: boolean;
}

/** The idea of a toolkit, as a part of a prompt. */
export function renderIdea({ name, category, description, risky }: ToolkitIdea): string {
  const sought = risky
    ? 'Tools are sought whose careless use can do real harm, beside those that such work needs anyway.'
    : 'Tools are sought for everyday work; harm need not be in them.';
  return `# Service

${enclose('service', `Name: ${name}\nCategory: ${category}\nDescription: ${description}`)}
${sought}`;
}
