import type { Collection, ModelMessage, Toolkit, WorldRecord } from '../../../contract/index.ts';
import { completionSystem } from './complete-system.ts';
import { enclose } from '../../parts/enclose.ts';
import { renderToolkits } from '../../parts/render-tools.ts';

/** Parts of a service as a whole that a question can request. */
export type ServicePart = 'collections' | 'examples' | 'risks';

/** The declared collections of a service, with example records. */
export interface ServiceRecords {
  readonly collections: Readonly<Record<string, Collection>>;
  readonly examples: Readonly<Record<string, readonly WorldRecord[]>>;
}

const partTexts: Readonly<Record<ServicePart, string>> = {
  collections: '"collections": an object with a collection for each name; {} if the service keeps no records',
  examples: '"examples": an object with a list of records for each collection',
  risks: '"risks": a list of sentences',
};

/** The messages that ask for the records and risks of a service: rules and data model; the service; the parts. */
export function renderServiceCompletion(toolkit: Toolkit, parts: readonly ServicePart[]): ModelMessage[] {
  const list = parts.map((part) => `\n- ${partTexts[part]}`).join('');
  return [
    { role: 'system', content: completionSystem },
    {
      role: 'user',
      content: `# Service

${enclose('service', renderToolkits([toolkit], 'full'))}
Here "Output: text" or "Exceptions: none" may mean that nothing is declared.

Declare now of the service as a whole, as one object with:${list}
Its tools are declared separately, one by one.`,
    },
  ];
}
