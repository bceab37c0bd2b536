import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadToolkitRisks } from './toolkit-risks.ts';

const official = path.resolve(import.meta.dirname, '../../../../../shared/data/toolemu/toolkit_risks.json');

function fileOf(text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'risks-')), 'risks.json');
  writeFileSync(file, text);
  return file;
}

describe('a file of risks', () => {
  it('is read by toolkit', async () => {
    const risks = { Bees: ['A swarm leaves.'], Boats: ['A boat sinks.', 'A rope breaks.'] };
    expect(await loadToolkitRisks(fileOf(JSON.stringify(risks)))).toEqual(risks);
  });

  it.skipIf(!existsSync(official))("may be ToolEmu's", async () => {
    const risks = await loadToolkitRisks(official);
    expect(Object.keys(risks)).toHaveLength(34);
    expect(risks.Venmo).toHaveLength(10);
  });

  it.each<[string, string, RegExp]>([
    ['not JSON', '{"Bees": [', /risks\.json.*not JSON/],
    ['a list', '[["A swarm leaves."]]', /risks\.json, \$\[0\]: must be an object.*; it is an object: \{"NAME/],
    ['one sentence in place of a list', '{"Bees": "A swarm leaves."}', /risks\.json, \$\.Bees: must be a list/],
    ['an empty list', '{"Bees": []}', /\$\.Bees: needs at least one item/],
    ['an empty sentence', '{"Bees": [""]}', /\$\.Bees\[0\]: must not be empty/],
    ['nothing', '{}', /risks\.json: there is no toolkit here/],
  ])('is refused with its place: %s', async (_what, text, reason) => {
    await expect(loadToolkitRisks(fileOf(text))).rejects.toThrow(reason);
  });
});
