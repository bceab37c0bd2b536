import type { Json } from '../../../contract/index.ts';
import { identifierOf } from '../identifier.ts';
import type { ImportedSource } from '../imported.ts';
import { takeTools, withMissing } from '../take-tools.ts';
import { readFunctions } from './read-functions.ts';

/** Whether a value is a list of functions as a language model's API takes it. */
export function isFunctionList(value: Json): boolean {
  return readFunctions(value) !== null;
}

/** Imports a list of functions. */
export function importFunctions(value: Json, name: string): ImportedSource {
  const { tools, missing, leftOut, notes } = takeTools(readFunctions(value) ?? []);
  const toolkit = {
    name: identifierOf(name),
    category: 'imported',
    description: `Tools of ${name}.`,
    risks: [],
    collections: {},
    tools: [...tools],
    ...withMissing(missing),
    source: { from: 'functions' },
  };
  return { toolkits: tools.length === 0 ? [] : [toolkit], leftOut, notes, failures: [] };
}
