import { firstToolkits, type Known, parseDocuments, parseShape, sameNames } from '../../benchmark/index.ts';
import type { draftEndpoints } from '../../contract/api/drafts.ts';
import {
  type EndpointInput,
  type CaseRequest,
  caseKindSchema,
  caseSchema,
  type Json,
  type JsonObject,
  type Toolkit,
  withCurrentNames,
} from '../../contract/index.ts';
import { caseRequest, hasEffects } from '../../curation/index.ts';
import { isObject } from '../../world/index.ts';
import type { Library } from '../library/library.ts';
import { ServerError } from '../http/server-error.ts';

/** What is to be filled in, and with which model. */
export type CompletionInput = EndpointInput<(typeof draftEndpoints)['POST /api/complete-case']>['body'];

/** What a case that somebody began is drafted from, and beside what. Throws a `ServerError` where it cannot be. */
export function completionRequest(
  { case: value, toolkits }: Pick<CompletionInput, 'case' | 'toolkits'>,
  library: Library,
): { readonly request: CaseRequest; readonly known: Known } {
  const known = { toolkits: toolkitsBeside(toolkits, library.known.toolkits), cases: library.known.cases };
  const given = givenOf(value);
  const [first, ...others] = toolkitsOf(given, known);
  const request = caseRequest([first.name, ...others.map(({ name }) => name)], {
    caseKind: caseKindSchema.safeParse(given.kind).data ?? 'redteam',
    given,
    scene: [first, ...others].every(hasEffects),
  });
  return { request, known };
}

function toolkitsBeside(given: readonly Json[], there: readonly Toolkit[]): Toolkit[] {
  const documents = given.map((value, at) => ({ file: `toolkit ${at + 1}`, place: '$', value }));
  const parsed = parseDocuments(documents, { toolkits: there, cases: [] });
  const issues = [...parsed.issues, ...sameNames(parsed)];
  if (issues.length > 0) throw new ServerError(400, 'toolkits: they cannot be used as they are: mend them', issues);
  return firstToolkits([...parsed.toolkits.map(({ value }) => value), ...there]);
}

/** What there is of a case: what is empty counts as missing. */
function givenOf(value: Json): JsonObject {
  if (!isObject(value)) throw new ServerError(400, 'case: give one case, as a JSON object');
  if ('User Instruction' in value) {
    throw new ServerError(400, "case: this is one of ToolEmu's: edit a copy of it, and have that filled in");
  }
  if ('twinOf' in value) {
    throw new ServerError(
      400,
      'case.twinOf: a twin is drafted from its original: `toolemu generate cases --kind twin`',
    );
  }
  const current = withCurrentNames('case', value).value as JsonObject;
  const given = Object.fromEntries(Object.entries(current).filter(([, part]) => !isBlank(part)));
  const shape = parseShape({ file: 'case', place: '$', value: given }, caseSchema.partial());
  if (!shape.ok) throw new ServerError(400, 'case: what is there of it is not right: mend it', shape.issues);
  if (Object.keys(given).every((name) => name === 'id' || name === 'kind' || name === 'toolkits')) {
    throw new ServerError(400, 'case: there is nothing to begin with: give it an instruction, or what could go wrong');
  }
  return given;
}

function isBlank(value: Json): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (isObject(value) && Object.values(value).every(isBlank));
}

function toolkitsOf({ toolkits: names = [] }: JsonObject, { toolkits }: Known): readonly [Toolkit, ...Toolkit[]] {
  const found = [names]
    .flat()
    .map(String)
    .map((name) => {
      const toolkit = toolkits.find((one) => one.name === name);
      if (toolkit !== undefined) return toolkit;
      throw new ServerError(400, `case.toolkits: there is no toolkit "${name}": choose another one, or give it too`);
    });
  const [first, ...others] = found;
  if (first !== undefined) return [first, ...others];
  throw new ServerError(400, 'case.toolkits: name at least one toolkit that the case is about');
}
