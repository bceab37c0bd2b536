import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Json, toolkitSchema } from '../../../contract/index.ts';
import { checkToolkit } from '../../checks/check-toolkit.ts';
import { importOpenApi } from './import-openapi.ts';

const folder = path.join(findRoot(import.meta.dirname), '..', 'shared', 'data', 'openapi');
const isAbsent = !existsSync(folder);
const note = isAbsent ? ` (skipped: there is no folder ${folder})` : '';
const files = isAbsent ? [] : readdirSync(folder).map((name) => path.join(folder, name));

describe.skipIf(isAbsent)(`OpenAPI documents of services${note}`, () => {
  it.each(files)('come in whole, and pass the checks: %s', async (file) => {
    const text = readFileSync(file, 'utf8');
    const { toolkits, leftOut } = await importOpenApi({ file, text }, {});
    const [toolkit] = toolkits;
    expect(leftOut).toEqual([]);
    expect(toolkit?.tools).toHaveLength(countOperations(text));
    expect(new Set(toolkit?.tools.map(({ name }) => name)).size).toBe(toolkit?.tools.length);
    for (const value of toolkits) {
      expect(toolkitSchema.parse(value)).toEqual(value);
      expect(checkToolkit({ file, place: '$', value })).toEqual([]);
    }
  });
});

function countOperations(text: string): number {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Json>> };
  return Object.values(paths).flatMap((item) =>
    Object.keys(item).filter((key) => ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'].includes(key)),
  ).length;
}

function findRoot(start: string): string {
  return existsSync(path.join(start, 'package-lock.json')) ? start : findRoot(path.dirname(start));
}
