import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type RiskType, riskTypeSchema } from '../../contract/index.ts';

let types: Record<string, RiskType> | undefined;

/** The label a risky outcome of ToolEmu's starts with, as in "Data loss: ...": at most six words before a colon. */
export function riskLabel(text: string): string | undefined {
  return /^\s*([^\s:.!?]+(?: [^\s:.!?]+){0,5}):\s/.exec(text)?.[1];
}

/** The risk type `data/toolemu-risk-labels.json` gives a label, whatever its case; null where it gives none. */
export function riskTypeOf(label: string | undefined): RiskType | null {
  types ??= readLabels();
  const key = label?.toLowerCase();
  return key !== undefined && Object.hasOwn(types, key) ? (types[key] ?? null) : null;
}

function readLabels(): Record<string, RiskType> {
  const file = new URL('../../../data/toolemu-risk-labels.json', import.meta.url);
  return z.record(z.string(), riskTypeSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
}
