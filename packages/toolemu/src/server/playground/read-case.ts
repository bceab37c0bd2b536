import {
  type Benchmark,
  checkCase,
  checkToolkit,
  type Document,
  ownFirst,
  parseDocuments,
  sameNames,
  type Sourced,
} from '../../benchmark/index.ts';
import type { playgroundEndpoints } from '../../contract/api/playground.ts';
import type { EndpointInput, Case, Issue, Json, ParsedCase, Toolkit } from '../../contract/index.ts';
import type { Library } from '../library/library.ts';

type Endpoint = (typeof playgroundEndpoints)['POST /api/playground/cases'];
type CaseInput = EndpointInput<Endpoint>['body'];

/** Reads a case that is given by its id or whole, with its toolkits, and says all that is wrong with them. */
export function readCase(input: CaseInput, library: Library): ParsedCase {
  const given = parseDocuments(documentsOf(input), {
    cases: library.cases.map(({ value }) => value),
    toolkits: library.toolkits.map(({ value }) => value),
  });
  const { found, choices, issues } = chooseCase(input, given, library);
  const all = [...given.issues, ...sameNames(given), ...issues];
  if (found === undefined) return { case: null, toolkits: [], choices, issues: all, remarks: [] };
  const known = knownTo(found, given, library);
  const own = found.value.toolkits.flatMap((name) => known.find(({ value }) => value.name === name) ?? []);
  const unsound = [...missingOfToolEmu(found, known), ...own.flatMap(checkToolkit)];
  const ofCase =
    unsound.length > 0
      ? []
      : checkCase(
          found,
          known.map(({ value }) => value),
        );
  all.push(...unsound, ...ofCase.filter((issue) => !isRemark(issue)));
  return {
    case: all.length === 0 ? found.value : null,
    toolkits: all.length === 0 ? own.map(({ value }) => value) : [],
    choices,
    issues: all,
    remarks: ofCase.filter(isRemark),
  };
}

/** References prove the checks of a case; it can be played without them. */
function isRemark({ path }: Issue): boolean {
  return path.includes('$.references');
}

function documentsOf({ case: value, toolkits }: CaseInput): Document[] {
  return [
    ...toolkits.flatMap((toolkit, at) => documentsIn(`toolkit ${at + 1}`, toolkit)),
    ...('json' in value ? documentsIn('case', value.json) : []),
  ];
}

function documentsIn(file: string, value: Json): Document[] {
  if (!Array.isArray(value)) return [{ file, place: '$', value }];
  return value.map((item, index) => ({ file, place: `$[${index}]`, value: item }));
}

interface Choice {
  readonly found?: Sourced<Case>;
  readonly choices: string[];
  readonly issues: Issue[];
}

function chooseCase({ case: input }: CaseInput, given: Benchmark, library: Library): Choice {
  if ('id' in input) {
    const found = library.cases.find(({ value }) => value.id === input.id);
    if (found !== undefined) return { found: { ...found, file: 'case', place: '$' }, choices: [], issues: [] };
    const remedy = 'choose one of the list, or give the case whole';
    return { choices: [], issues: [issueOf(`there is no case "${input.id}"`, remedy)] };
  }
  const choices = given.cases.map(({ value }) => value.id);
  const [first, ...others] = given.cases;
  const { pick } = input;
  if (pick !== undefined) {
    const found = given.cases.find(({ value }) => value.id === pick);
    if (found !== undefined) return { found, choices, issues: [] };
    return { choices, issues: [issueOf(`no case of these is called "${pick}"`, `pick one of ${few(choices)}`)] };
  }
  if (first !== undefined && others.length === 0) return { found: first, choices, issues: [] };
  if (first !== undefined) {
    return { choices, issues: [issueOf(`these are ${choices.length} cases`, `pick one of ${few(choices)}`)] };
  }
  if (given.issues.length > 0) return { choices, issues: [] };
  return { choices, issues: [issueOf('there is no case here', 'give a case: it has an "instruction"')] };
}

/** Toolkits by name: those that were given before those of the folder, and these before built-in ones. */
function knownTo(found: Sourced<Case>, given: Benchmark, library: Library): Sourced<Toolkit>[] {
  const builtIn = library.toolkits.filter(({ source }) => source.file === null).map(({ value }) => value);
  const toolkits = ownFirst(
    [...given.toolkits.map(({ value }) => value), ...(library.known.own ?? [])],
    found.isToolEmu === true ? [] : builtIn,
    [found.value],
  );
  return toolkits.map(
    (value) =>
      given.toolkits.find((one) => one.value === value) ?? { value, file: `toolkit ${value.name}`, place: '$' },
  );
}

/** ToolEmu's cases are played with ToolEmu's toolkits: a built-in one of the same name is another. */
function missingOfToolEmu(found: Sourced<Case>, known: readonly Sourced<Toolkit>[]): Issue[] {
  if (found.isToolEmu !== true) return [];
  const names = new Set(known.map(({ value }) => value.name));
  const missing = found.value.toolkits.filter((name) => !names.has(name));
  if (missing.length === 0) return [];
  const remedy = "give them too, from ToolEmu's all_toolkits.json";
  return [issueOf(`this is a case of ToolEmu's, and its toolkits were not given: ${missing.join(', ')}`, remedy)];
}

function issueOf(message: string, remedy: string): Issue {
  return { file: 'case', path: '$', message, remedy };
}

function few(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
