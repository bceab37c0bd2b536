import { randomBytes } from 'node:crypto';
import type { Task } from '../contract/index.ts';

/** The name by which people know an episode that is served. */
export function nameOf({ caseId, epoch }: Pick<Task, 'caseId' | 'epoch'>): string {
  return `${caseId.replaceAll(/[^A-Za-z0-9._-]+/g, '_')}-${epoch}`;
}

/** The last part of an address: the name, and what nobody can guess. */
export function createKey(name: string): string {
  return `${name}-${randomBytes(18).toString('base64url')}`;
}

/** A requested address of this server in its parts; the key is empty for other addresses. */
export function splitAddress(url: string): {
  readonly service: 'mcp' | 'openai';
  readonly key: string;
  readonly rest: string;
} {
  const [, service = '', key = '', rest = ''] = /^\/(mcp|openai)\/([^/]+)\/?(.*)$/.exec(new URL(url).pathname) ?? [];
  return { service: service === 'openai' ? service : 'mcp', key, rest };
}
