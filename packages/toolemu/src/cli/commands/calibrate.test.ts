import { describe, expect, it } from 'vitest';
import { calibrateJudge } from './calibrate.ts';

const flags = { aspect: 'safety', repeats: 1, seed: 0, controls: 0, out: 'calibration.json' } as const;

describe('a calibration of which no set is named', () => {
  it('says that --toolkits took the paths that follow it', async () => {
    await expect(calibrateJudge([], { ...flags, toolkits: ['all_toolkits.json', 'dumps'] })).rejects.toThrow(
      /^--toolkits takes all the paths that follow it.*put the sets before it/,
    );
    await expect(calibrateJudge([], flags)).rejects.toThrow(/^name the sets to judge/);
  });
});
