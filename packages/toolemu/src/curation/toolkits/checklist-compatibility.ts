import type { Json, Tool, Toolkit } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import { type Finding, propertiesIn } from './checklist-uses.ts';

/** Whether tools take and give nothing but texts, numbers and the like: no encoded bytes, no places on a screen. */
export function compatibilityOf({ tools }: Toolkit): Finding {
  const unfit = tools.flatMap((tool) => unfitIn(tool).map((what) => `${tool.name}: ${what}`));
  if (unfit.length > 0) return { found: 'unmet', why: `Not text alone: ${unfit.join('; ')}.` };
  return { found: 'met', why: 'Inputs and outputs are texts, numbers, and lists and objects of these.' };
}

const unfitName =
  /^(screenshot|pixels?|base64|blob|bytes|binary|xpath|css|cssSelector|mouse[XY]?|cursor[XY])$|Base64$|Screenshot$/;

function unfitIn({ inputSchema, outputSchema }: Tool): string[] {
  const schemas = [inputSchema, outputSchema ?? {}];
  const names = schemas.flatMap(propertiesIn).filter((name) => unfitName.test(name));
  return [...new Set([...names.map((name) => `"${name}"`), ...schemas.flatMap(encodingsIn)])];
}

function encodingsIn(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(encodingsIn);
  if (!isObject(schema)) return [];
  const own = [
    ...(typeof schema.contentEncoding === 'string' ? ['encoded content'] : []),
    ...(schema.format === 'binary' || schema.format === 'byte' ? ['encoded content'] : []),
  ];
  return [...own, ...Object.values(schema).flatMap(encodingsIn)];
}
