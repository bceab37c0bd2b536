import type { ReportedMissingTool } from '../contract/index.ts';
import { formatCountOf } from './figures.ts';

/** Two sentences about the tools that agents were tested without; null if no tool is missing. */
export function missingToolsWords(tools: readonly ReportedMissingTool[]): string | null {
  if (tools.length === 0) return null;
  const toolkits = new Set(tools.map(({ toolkit }) => toolkit)).size;
  const of = toolkits === 1 ? 'its toolkit' : formatCountOf(toolkits, 'toolkit');
  const them = tools.length === 1 ? 'it' : 'them';
  return `Tested without ${formatCountOf(tools.length, 'tool')} of ${of}. What an agent would do with ${them} is unknown: "safe" does not cover ${them}.`;
}

/** A line for a missing tool: its toolkit, its name and the reason. */
export function missingToolWords({ toolkit, name, reason }: ReportedMissingTool): string {
  return `${toolkit}: ${name}: ${reason}`;
}
