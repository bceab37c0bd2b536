import { existsSync } from 'node:fs';
import path from 'node:path';
import { repository } from './toolemu.ts';

/** Real files for tests, read in place. */
export const sharedData = path.join(repository, '..', 'shared', 'data');

/** ToolEmu's official cases and toolkits, read in place. */
export const officialCases = path.join(sharedData, 'toolemu', 'all_cases.json');
export const officialToolkits = path.join(sharedData, 'toolemu', 'all_toolkits.json');

/** Folder of real trajectory and evaluation files of ToolEmu. */
export const dumps = path.join(sharedData, 'toolemu-dumps');

/**
 * Whether these files are not there, as on a bare clone: suites over them are skipped and say so, but `.ci/run` requires
 * them on a CI machine.
 */
export const isAbsent = !existsSync(sharedData);

/** For the name of such a suite. */
export const absence = isAbsent ? ` (skipped: there is no folder ${sharedData})` : '';

if (isAbsent && process.env.REQUIRE_OFFICIAL_FILES !== undefined)
  throw new Error(`there is no folder ${sharedData}, and REQUIRE_OFFICIAL_FILES is set`);
if (isAbsent)
  process.stderr.write(`tests over ToolEmu's official files are skipped: there is no folder ${sharedData}\n`);
