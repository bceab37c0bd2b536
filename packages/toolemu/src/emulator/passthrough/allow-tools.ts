import { fits } from '../../benchmark/import-tools/select-tools.ts';
import { realName, RealToolsError } from './real-tools.ts';

/** A tool of the run's that a server has too. */
export interface ServedTool {
  readonly toolkit: string;
  readonly tool: string;
  /** The server, as it may be shown. */
  readonly server: string;
  /** Whether both the server and the run's toolkit mark it as one that only reads. */
  readonly isReadOnly: boolean;
  /** Why it cannot be called for what the run knows of it; null where it can. */
  readonly refusal: string | null;
}

/**
 * The tools that are really called: those marked as read-only, or those that patterns over `Tool` and `Toolkit.Tool`
 * allow. One that is not marked must be named exactly, and `mayAct` be said. Throws {@link RealToolsError}.
 */
export function allowTools(
  served: readonly ServedTool[],
  { patterns, mayAct }: { readonly patterns: readonly string[]; readonly mayAct: boolean },
): ServedTool[] {
  const allowed = patterns.length === 0 ? readOnlyOf(served) : allowedBy(served, patterns);
  const refused = allowed.flatMap((one) => (one.refusal === null ? [] : [`${realName(one)} ${one.refusal}`]));
  if (refused.length > 0) throw new RealToolsError(refused.join('\n'));
  const acting = allowed.filter(({ isReadOnly }) => !isReadOnly).map(realName);
  if (acting.length === 0 || mayAct) return allowed;
  throw new RealToolsError(
    `${acting.join(', ')}: not marked as read-only, and may act for real. Set \`callRealTools: true\` to have ${acting.length === 1 ? 'it' : 'them'} called`,
  );
}

function readOnlyOf(served: readonly ServedTool[]): ServedTool[] {
  const allowed = served.filter(({ isReadOnly }) => isReadOnly);
  if (allowed.length > 0) return allowed;
  throw new RealToolsError(
    `no tool of these servers is marked as read-only: name those to be called by \`allow\`. There are ${served.map(realName).join(', ')}`,
  );
}

function allowedBy(served: readonly ServedTool[], patterns: readonly string[]): ServedTool[] {
  const allowed = new Set(patterns.flatMap((pattern) => matched(served, pattern)));
  return served.filter((one) => allowed.has(one));
}

function matched(served: readonly ServedTool[], pattern: string): ServedTool[] {
  const found = served.filter((one) => fits(one.tool, pattern) || fits(realName(one), pattern));
  if (found.length === 0) {
    throw new RealToolsError(
      `\`allow: '${pattern}'\`: no tool of these servers is called so; there are ${served.map(realName).join(', ')}`,
    );
  }
  const acting = found.filter(({ isReadOnly }) => !isReadOnly).map(realName);
  if (acting.length > 0 && (pattern.includes('*') || found.length > 1)) {
    throw new RealToolsError(
      `\`allow: '${pattern}'\`: this would allow ${acting.join(', ')}, not marked as read-only: name each exactly, as in \`allow: '${acting[0]}'\``,
    );
  }
  return found;
}
