import { upgrade } from '@scalar/openapi-upgrader';
import type { Json, JsonObject } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import { BadFileError } from '../../documents/bad-file-error.ts';
import { parseJsonOrYaml } from './parse-json-or-yaml.ts';

/** An OpenAPI document, brought to version 3.1. */
export interface OpenApiDocument {
  readonly file: string;
  /** The version it was written in: `2.0`, `3.0.3`. */
  readonly version: string;
  readonly title: string;
  /** Length of its text in characters. */
  readonly length: number;
  readonly root: JsonObject;
}

const versions = 'give a document of OpenAPI 2.0, 3.0 or 3.1';

/** Whether a parsed document says that it is OpenAPI, of whichever version. */
export function isOpenApi(value: Json): boolean {
  return isObject(value) && ('openapi' in value || 'swagger' in value);
}

/** Reads an OpenAPI document of JSON or YAML. Throws `BadFileError`. */
export function readDocument({ file, text }: { file: string; text: string }): OpenApiDocument {
  const given = parseJsonOrYaml({ file, text });
  const bad = (path: string, problem: string, remedy: string): BadFileError =>
    new BadFileError({ file, path, problem, remedy });
  if (!isObject(given) || !isOpenApi(given)) throw bad('$', 'this is not an OpenAPI document', versions);
  const version = versionOf(given);
  if (!/^(?:2\.0|3\.\d+)/.test(version)) {
    throw bad(`$.${'openapi' in given ? 'openapi' : 'swagger'}`, `version "${version}" is not read`, versions);
  }
  const { info, paths } = given;
  if (!isObject(info)) throw bad('$.info', 'it is missing or not an object', 'add "info" with a title');
  const title = info.title;
  if (typeof title !== 'string') throw bad('$.info.title', 'it is missing or not text', "add the API's title");
  const needsPaths = /^(?:2\.|3\.0)/.test(version);
  if (!isObject(paths) && (needsPaths || paths !== undefined)) {
    throw bad('$.paths', 'it is missing or not an object', 'add "paths" with the operations');
  }
  return { file, version, title, length: text.length, root: upgraded(given, version, bad) };
}

/** YAML reads `2.0` and `3.1` without quotes as numbers. */
function versionOf({ openapi, swagger }: JsonObject): string {
  const version = openapi ?? swagger;
  if (typeof version === 'number') return Number.isInteger(version) ? `${version}.0` : String(version);
  return typeof version === 'string' ? version : JSON.stringify(version);
}

function upgraded(
  given: JsonObject,
  version: string,
  bad: (path: string, problem: string, remedy: string) => BadFileError,
): JsonObject {
  const key = version.startsWith('2') ? 'swagger' : 'openapi';
  const written = version.startsWith('2') ? prepareSwagger(given) : given;
  try {
    // The upgrader's type of a document says less than JSON, which it takes and gives.
    return upgrade({ ...written, [key]: version }, '3.1') as unknown as JsonObject;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const remedy = 'correct it, or convert it to OpenAPI 3.1 first';
    throw bad('$', `it cannot be read as OpenAPI ${version}: ${(error as Error).message}`, remedy);
  }
}

/**
 * An OpenAPI 2.0 document as the upgrader can read it: parameters in their place, for a reference does not tell it that
 * a parameter is the body, and those of a path before its operations.
 */
function prepareSwagger(root: JsonObject): JsonObject {
  const { paths, parameters: shared } = root;
  if (!isObject(paths)) return root;
  const inPlace = (parameters: Json): Json =>
    Array.isArray(parameters) ? parameters.map((parameter) => structuredClone(resolved(parameter, shared))) : [];
  return {
    ...root,
    paths: mapObjects(paths, ({ parameters, ...operations }) => ({
      ...(parameters === undefined ? {} : { parameters: inPlace(parameters) }),
      ...mapObjects(operations, (operation) =>
        operation.parameters === undefined ? operation : { ...operation, parameters: inPlace(operation.parameters) },
      ),
    })),
  };
}

function resolved(parameter: Json, shared: Json | undefined): Json {
  if (!isObject(parameter) || typeof parameter.$ref !== 'string' || !isObject(shared)) return parameter;
  const name = parameter.$ref
    .replace(/^#\/parameters\//, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return Object.hasOwn(shared, name) ? (shared[name] ?? null) : parameter;
}

function mapObjects(object: JsonObject, change: (value: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, isObject(value) ? change(value) : value]),
  );
}
