import { stripVTControlCharacters } from 'node:util';
import { withoutCredentials } from '../../../platform/index.ts';
import { visible } from '../../../words/index.ts';

const mostLines = 8;
const maxLineLength = 300;

/** An MCP server that did not list its tools: its name, the reason, and the end of its standard error. */
export class McpServerError extends Error {
  override readonly name = 'McpServerError';
  readonly server: string;
  /** What it did, in words that follow its name. */
  readonly problem: string;
  /** Suggested fix, or null. */
  readonly advice: string | null;
  /** The last lines of its standard error that say something. */
  readonly lastWords: readonly string[];
  /** All of it without the name of the server. */
  readonly reason: string;

  constructor(server: string, said: string, stderr = '', advice: string | null = null) {
    const problem = withoutCredentials(said);
    const lastWords = tellingLines(withoutCredentials(stderr));
    const end = lastWords.length === 0 ? '' : `; the end of its standard error:\n${lastWords.join('\n')}`;
    const reason = `${problem}${advice === null ? '' : `; ${advice}`}${end}`;
    super(`the MCP server "${server}" ${reason}`);
    this.server = server;
    this.problem = problem;
    this.advice = advice;
    this.lastWords = lastWords;
    this.reason = reason;
  }
}

/** The last lines of a standard error. Frames of a stack would push out the line that says what went wrong. */
function tellingLines(stderr: string): string[] {
  const lines = stripVTControlCharacters(stderr).split('\n').map(shownLine);
  return lines.filter((line) => line !== '' && !/^\s+at |^Node\.js v[\d.]+$/.test(line)).slice(-mostLines);
}

/** A truncated line as a terminal would show it, with other control characters made visible. */
function shownLine(line: string): string {
  const left = line.trimEnd().split('\r').at(-1) ?? '';
  const shown = visible(left);
  return shown.length > maxLineLength ? `${shown.slice(0, maxLineLength).toWellFormed()}…` : shown;
}
