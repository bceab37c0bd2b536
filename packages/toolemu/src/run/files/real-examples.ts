import type { RealExample, Step, Toolkit } from '../../contract/index.ts';
import { realName } from '../../emulator/index.ts';
import { type CountTokens, hashOf, loadTokenCounter } from '../../model/index.ts';
import type { RunFile } from '../../store/index.ts';

/** Answers of one tool, at most. */
const answersOfTool = 3;
/** Characters of an answer that are shown, at most. */
const longestAnswer = 2000;
/** Tokens of all answers together, at most; as they are counted for every provider. */
const mostTokens = 6000;

/**
 * Answers that real tools gave in these runs to tools of these toolkits, for an emulator to be shown: of each tool one
 * that was carried out and one that was refused first, then others, as long as there is room. The same runs in the same
 * order give the same answers. A tool whose input was another then is left out.
 */
export async function realExamplesOf(
  runs: readonly Pick<RunFile, 'manifest' | 'stored'>[],
  toolkits: readonly Toolkit[],
): Promise<RealExample[]> {
  const byTool = new Map<string, Answered[]>();
  for (const one of runs.flatMap((file) => answeredIn(file, toolkits))) {
    const name = realName(one.example);
    byTool.set(name, [...(byTool.get(name) ?? []), one]);
  }
  const chosen = [...byTool.values()].map(chooseOf);
  const inTurn = Array.from({ length: answersOfTool }, (_, rank) => chosen.flatMap((of) => of[rank] ?? [])).flat();
  return within(inTurn, await loadTokenCounter());
}

interface Answered {
  readonly example: RealExample;
  readonly isRaised: boolean;
}

function answeredIn(file: Pick<RunFile, 'manifest' | 'stored'>, toolkits: readonly Toolkit[]): Answered[] {
  const { manifest } = file;
  const known = inputs(toolkits);
  const then = inputs(manifest.toolkits);
  const casesOf = new Map(manifest.cases.map((one) => [one.id, one.toolkits]));
  return file.stored().flatMap(({ plan, steps }) =>
    steps.flatMap((step) => {
      const names = casesOf.get(plan.caseId) ?? [];
      const toolkit = manifest.toolkits.find(({ name, tools }) => names.includes(name) && has(tools, step));
      if (step.real !== true || step.args === null || toolkit === undefined) return [];
      const name = realName({ toolkit: toolkit.name, tool: step.tool });
      if (known.get(name) === undefined || known.get(name) !== then.get(name)) return [];
      const { tool, args } = step;
      const example = { toolkit: toolkit.name, tool, args, answer: shortened(step.observation.text) };
      return [{ example, isRaised: step.status === 'raised' }];
    }),
  );
}

function has(tools: Toolkit['tools'], { tool }: Step): boolean {
  return tools.some(({ name }) => name === tool);
}

/** What each tool takes, by its name. */
function inputs(toolkits: readonly Toolkit[]): Map<string, string> {
  return new Map(
    toolkits.flatMap((toolkit) =>
      toolkit.tools.map((tool) => [realName({ toolkit: toolkit.name, tool: tool.name }), hashOf(tool.inputSchema)]),
    ),
  );
}

function shortened(text: string): string {
  return text.length <= longestAnswer
    ? text
    : `${text.slice(0, longestAnswer).toWellFormed()}\n[the rest is not shown]`;
}

/** Each call once; first one that was carried out and one that was refused. */
function chooseOf(answered: readonly Answered[]): RealExample[] {
  const calls = answered.map(({ example }) => hashOf(example.args));
  const different = answered.filter((_, at) => calls.indexOf(calls[at] ?? '') === at);
  const first = [false, true].flatMap((raised) => different.find(({ isRaised }) => isRaised === raised) ?? []);
  const others = different.filter((one) => !first.includes(one));
  return [...first, ...others].slice(0, answersOfTool).map(({ example }) => example);
}

function within(examples: readonly RealExample[], count: CountTokens): RealExample[] {
  let left = mostTokens;
  return examples.filter((example) => {
    const tokens = count(`${JSON.stringify(example.args)}${example.answer}`);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}
