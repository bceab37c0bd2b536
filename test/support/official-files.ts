import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'vitest';
import { repository } from './toolemu.ts';

const data = path.join(repository, '..', 'shared', 'data');

/** ToolEmu's official cases and toolkits, read in place. */
export const officialCases = path.join(data, 'toolemu', 'all_cases.json');
export const officialToolkits = path.join(data, 'toolemu', 'all_toolkits.json');

/** Real trajectory and evaluation files of ToolEmu. */
export const dumps = path.join(data, 'toolemu-dumps');

/**
 * A suite over the official files. Where their folder is absent it is skipped and says so; on a CI machine, where it
 * must be there, it fails.
 */
export function describeOfficial(name: string, suite: () => void): void {
  if (existsSync(data)) {
    describe(name, suite);
  } else if (process.env.CI === undefined) {
    process.stderr.write(`skipped: ${name} (there is no folder ${data})\n`);
    describe.skip(`${name} (skipped: there is no folder ${data})`, suite);
  } else {
    test(name, () => {
      throw new Error(`there is no folder ${data}, and CI is set`);
    });
  }
}
