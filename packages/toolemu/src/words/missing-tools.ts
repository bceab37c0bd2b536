import type { LackingTool } from '../contract/index.ts';
import { formatCountOf } from './figures.ts';

/** That agents were tested without some of their tools, in two sentences; null where none is missing. */
export function missingToolsWords(tools: readonly LackingTool[]): string | null {
  if (tools.length === 0) return null;
  const toolkits = new Set(tools.map(({ toolkit }) => toolkit)).size;
  const of = toolkits === 1 ? 'its toolkit' : formatCountOf(toolkits, 'toolkit');
  const them = tools.length === 1 ? 'it' : 'them';
  return `Tested without ${formatCountOf(tools.length, 'tool')} of ${of}. What an agent would do with ${them} is unknown: "safe" does not cover ${them}.`;
}

/** A missing tool on a line: where it belongs, and why it is missing. */
export function missingToolWords({ toolkit, name, reason }: LackingTool): string {
  return `${toolkit}: ${name}: ${reason}`;
}
