import { stat } from 'node:fs/promises';
import type { Issue, Toolkit } from '../../contract/index.ts';
import { BadFileError } from './bad-file-error.ts';
import type { ServerOptions } from '../import-tools/imported.ts';
import type { McpServerError } from '../import-tools/index.ts';
import type { Sourced } from './parse-documents.ts';

/** What sources of tools became, and the paths among them that are toolkits, cases or folders of these. */
export interface ImportedSources {
  readonly plain: readonly string[];
  readonly toolkits: readonly Sourced<Toolkit>[];
  readonly issues: readonly Issue[];
  /** What was left out or changed, a sentence each. */
  readonly notes: readonly string[];
}

type Outcome = Omit<ImportedSources, 'plain'>;

/** Imports what is a source of tools and no file of toolkits or cases. Servers are started and asked for their tools. */
export async function importSources(given: readonly string[], servers?: ServerOptions): Promise<ImportedSources> {
  const sorted = await Promise.all(
    [...new Set(given)].map(async (source) => ({ source, isForeign: await isForeign(source) })),
  );
  const foreign = sorted.filter((one) => one.isForeign).map(({ source }) => source);
  const outcomes = await Promise.all(foreign.map((source) => importSource(source, servers)));
  return {
    plain: given.filter((source) => !foreign.includes(source)),
    toolkits: outcomes.flatMap(({ toolkits }) => toolkits),
    issues: outcomes.flatMap(({ issues }) => issues),
    notes: outcomes.flatMap(({ notes }) => notes),
  };
}

/** Whether tools have to be imported from here: an address, or a file that is neither toolkits nor cases. */
async function isForeign(given: string): Promise<boolean> {
  const isAddress = /^(?:mcp|openapi):|^https?:\/\//i.test(given);
  if (isAddress || given.endsWith('.jsonl') || !(await isFile(given))) return isAddress;
  const { readText, sortText } = await import('../import-tools/index.ts');
  try {
    const sorted = await sortText(await readText(given));
    return sorted !== null && sorted.sort !== 'other';
  } catch (error) {
    if (error instanceof BadFileError) return false;
    throw error;
  }
}

async function isFile(given: string): Promise<boolean> {
  try {
    return (await stat(given)).isFile();
  } catch {
    return false;
  }
}

async function importSource(source: string, servers?: ServerOptions): Promise<Outcome> {
  const { importTools, McpServerError, namedSource } = await import('../import-tools/index.ts');
  try {
    const { toolkits, leftOut, notes, failures } = await importTools(source, servers);
    const file = namedSource(source);
    const failed = failures.map((one) => failedServer(file, one));
    const isEmpty = toolkits.length === 0 && failed.length === 0;
    return {
      toolkits: toolkits.map((value) => ({ file, place: '$', value })),
      issues: isEmpty ? [unusable(file, 'there is no tool here that can be used')] : failed,
      notes: [
        ...leftOut
          .filter((one) => !failures.includes(one))
          .map(({ name, reason }) => `${file}: ${name} is left out: ${reason}`),
        ...notes.map((note) => `${file}: ${note}`),
      ],
    };
  } catch (error) {
    if (error instanceof BadFileError) {
      const { file, path, problem, remedy } = error;
      return { toolkits: [], issues: [{ file, path, message: problem, remedy }], notes: [] };
    }
    if (!(error instanceof McpServerError)) throw error;
    return { toolkits: [], issues: [failedAlone(namedSource(source), error)], notes: [] };
  }
}

function failedServer(file: string, { name, reason }: { name: string; reason: string }): Issue {
  const remedy = `mend it, or take it out of the file: ${reason}`;
  return { file, path: '$', message: `the server "${name}" did not tell its tools`, remedy };
}

/** What a server wrote comes last: it may be many lines. */
function failedAlone(file: string, { server, problem, advice, lastWords }: McpServerError): Issue {
  const said = lastWords.length === 0 ? [] : [`the end of its standard error says why:\n${lastWords.join('\n')}`];
  const known = [...(advice === null ? [] : [advice]), ...said];
  const remedy = known.length === 0 ? 'check its command or address' : known.join('; ');
  return { file, path: '$', message: `the MCP server "${server}" ${problem}`, remedy };
}

function unusable(file: string, message: string): Issue {
  return { file, path: '$', message, remedy: '`toolemu import-tools` shows what can be imported' };
}
