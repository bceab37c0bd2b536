import type { Ajv, ValidateFunction } from 'ajv';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../contract/index.ts';
import { resolvePointer } from './json-pointer.ts';
import { withSteps } from './counted-schema.ts';
import { mapSubschemas } from './subschemas.ts';

/** With more definitions, ajv recurses too deeply into references, and compiles each definition again for every tool. */
const maxInlineDefinitions = 40;

/** Replaces `$ref` in a schema whose definitions are compiled separately. */
const linkKeyword = 'x-toolemu-ref';

/** Compiles definitions one after the other, and each only once for all schemas that share it. */
class Links {
  private readonly ajv: Ajv;
  private readonly root: JsonSchema;
  private readonly compiled: Map<string, ValidateFunction>;
  private readonly waiting: string[] = [];

  constructor({ ajv, root, compiled }: { ajv: Ajv; root: JsonSchema; compiled: Map<string, ValidateFunction> }) {
    this.ajv = ajv;
    this.root = root;
    this.compiled = compiled;
  }

  compile(schema: Json): ValidateFunction {
    return compiling(this, () => this.ajv.compile(linked(withSteps(schema)) as JsonSchema | boolean));
  }

  compileWaiting(): void {
    for (let reference = this.waiting.pop(); reference !== undefined; reference = this.waiting.pop()) {
      if (this.compiled.has(reference)) continue;
      const target = resolvePointer(this.root, reference);
      if (target === undefined) throw new Error(`can't resolve reference ${reference} from id #`);
      this.compiled.set(reference, this.compile(target));
    }
  }

  /** Returns a getter for the validator of a reference, which is set once everything is compiled. */
  follow(reference: string): () => ValidateFunction | undefined {
    this.waiting.push(reference);
    return () => this.compiled.get(reference);
  }
}

/** The owner of the references that the validator finds during the current, synchronous compilation. */
let current: Links | undefined;

function compiling<T>(links: Links, compile: () => T): T {
  const outer = current;
  current = links;
  try {
    return compile();
  } finally {
    current = outer;
  }
}

/** The definitions of a group that each validator has compiled. */
const shared = new WeakMap<JsonObject, Map<Ajv, Map<string, ValidateFunction>>>();

/** Adds the keyword for linked references to a validator. */
export function addLinks(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: linkKeyword,
    schemaType: 'string',
    errors: 'full',
    compile: (reference: string) => {
      const find = current?.follow(reference);
      const validate: DataValidateFunction = (data: unknown, context?: DataValidationCxt): boolean => {
        const check = find?.();
        if (check === undefined) throw new Error(`can't resolve reference ${reference} from id #`);
        const isValid = check(data, context) as boolean;
        validate.errors = check.errors ?? [];
        return isValid;
      };
      return validate;
    },
  });
}

/** Compiles a schema with many definitions; returns null for a schema that can be compiled as a whole. */
export function compileLinked(schema: JsonSchema, ajv: Ajv): ValidateFunction | null {
  const { $schema: _draft, $defs, definitions, ...own } = schema;
  const group = $defs ?? definitions;
  if (!isObject(group) || ($defs !== undefined && definitions !== undefined)) return null;
  if (Object.keys(group).length <= maxInlineDefinitions || !isLinkable(schema)) return null;
  const byValidator = shared.get(group) ?? new Map<Ajv, Map<string, ValidateFunction>>();
  const compiled = byValidator.get(ajv) ?? new Map<string, ValidateFunction>();
  shared.set(group, byValidator.set(ajv, compiled));
  const links = new Links({ ajv, root: schema, compiled });
  const check = links.compile(own);
  links.compileWaiting();
  return check;
}

/** Whether every reference has a definition as its target, and no keyword depends on the schema behind a reference. */
function isLinkable(schema: JsonSchema): boolean {
  const text = JSON.stringify(schema);
  if (/"(?:\$id|\$anchor|\$dynamic\w+|\$recursive\w+|unevaluated\w+)":/.test(text)) return false;
  return !/"\$ref":"(?!#\/(?:\$defs|definitions)\/)/.test(text);
}

function linked(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { $ref, ...own } = mapSubschemas(schema, linked);
  return $ref === undefined ? own : { ...own, [linkKeyword]: $ref };
}
