import { expect, it } from 'vitest';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { playOnConfig, withoutRealTools } from './play-on-config.ts';

const realTools = { sources: ['mcp.json'], allow: [], tools: ['Parcels.ParcelsSearch'] };
const manifest = { ...manifestOf({ emulator: { kind: 'offline', model: null, realTools } }), format: 1 };

it('leaves the emulator and takes its real tools', () => {
  expect(withoutRealTools(manifest.config).emulator).toEqual({ kind: 'offline', model: null });
});

it('holds for an episode that is gone on with', () => {
  const plan = { id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 };
  expect(playOnConfig(manifest, plan, {}).emulator).toEqual({ kind: 'offline', model: null });
  expect(playOnConfig(manifest, plan, { offline: true }).emulator).toEqual({ kind: 'offline', model: null });
});
