import { describe, expect, it } from 'vitest';
import { manifestOf } from '../../../../test/support/parcels.ts';
import { runIdOf, versionOf } from './identity.ts';

describe('the names of a queued run', () => {
  it('are the same for one file, and others for another', () => {
    const manifest = { format: 3, ...manifestOf(), createdAt: '2026-03-03T09:12:00.000Z' } as const;
    expect(runIdOf(manifest)).toBe(runIdOf(structuredClone(manifest)));
    expect(runIdOf({ ...manifest, createdAt: '2026-03-03T09:12:00.001Z' })).not.toBe(runIdOf(manifest));
    expect(runIdOf(manifest)).toMatch(/^[\w-]{16}$/);
  });

  it('tell versions of toolemu apart', () => {
    expect(versionOf('1.0.0')).toBe(versionOf('1.0.0'));
    expect(versionOf('1.0.1')).not.toBe(versionOf('1.0.0'));
  });
});
