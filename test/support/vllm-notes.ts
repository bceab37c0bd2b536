import { existsSync, readFileSync } from 'node:fs';

/** What vllm-stand-in.mjs notes down of its life. */
export interface VllmNote {
  readonly event: 'start' | 'request' | 'stop';
  readonly pid: number;
  readonly model?: string;
  readonly options?: readonly string[];
  readonly engine?: number;
}

/** The notes of all stand-ins that share a file, in their order. */
export function vllmNotes(file: string): VllmNote[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as VllmNote);
}
