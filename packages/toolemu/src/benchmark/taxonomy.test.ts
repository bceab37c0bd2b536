import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadBuiltin } from './documents/load.ts';
import { loadTaxonomy } from './taxonomy.ts';

const official = path.resolve(import.meta.dirname, '../../../../../shared/data/toolemu/tool_taxonomy.json');

function fileOf(text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'taxonomy-')), 'taxonomy.json');
  writeFileSync(file, text);
  return file;
}

const [first, second] = [
  { category: 'Bees', description: 'Hives and swarms.' },
  { category: 'Boats', description: 'Berths and crews.' },
];

/** The paper's categories (table A.2), by the names they have here. */
const ofPaper = [
  'Social media',
  'Finance',
  'E-commerce',
  'Maps',
  'News and media',
  'Productivity',
  'Communication',
  'Cloud storage',
  'Development and operations',
  'Health care',
  'Crypto',
  'Data and search',
  'Security',
  'Smart home and security',
  'Robots and vehicles',
  'Industrial control',
  'Logistics',
  'Government',
];

describe('the built-in taxonomy', () => {
  it('has the 18 categories of the paper, and those of all built-in toolkits', async () => {
    const names = (await loadTaxonomy()).map(({ category }) => category);
    const { toolkits } = await loadBuiltin({ withCases: false });
    expect(names.slice(0, 18)).toEqual(ofPaper);
    expect([...new Set(toolkits.map(({ value }) => value.category))].filter((one) => !names.includes(one))).toEqual([]);
  });

  it('says of each category what belongs to it', async () => {
    for (const { description } of await loadTaxonomy()) expect(description).toMatch(/^[A-Z].{40,}\.$/);
  });
});

describe('a taxonomy in a file', () => {
  it('is read in its order', async () => {
    expect(await loadTaxonomy(fileOf(JSON.stringify([first, second])))).toEqual([first, second]);
  });

  it.skipIf(!existsSync(official))("may be ToolEmu's", async () => {
    const categories = await loadTaxonomy(official);
    expect(categories).toHaveLength(21);
    expect(categories[0]?.category).toBe('Social Media and Content Management Tools');
  });

  it.each<[string, string, RegExp]>([
    ['not JSON', '[{', /taxonomy\.json.*not JSON.*; mend/],
    ['a list of names', '["Bees"]', /taxonomy\.json, \$\[0\]: must be an object.*; a taxonomy is a list of/],
    [
      'a category without a description',
      JSON.stringify([first, { category: 'Boats' }]),
      /\$\[1\]\.description: "description" is missing/,
    ],
    ['an empty name', JSON.stringify([{ ...first, category: '' }]), /\$\[0\]\.category: must not be empty/],
    ['a property of no use', JSON.stringify([{ ...first, examples: [] }]), /\$\[0\]\.examples: unknown property/],
    ['a category twice', JSON.stringify([first, second, first]), /\$\[2\]: the category "Bees" stands here a second/],
    ['nothing', '[]', /taxonomy\.json: there is no category here/],
  ])('is refused with its place: %s', async (_what, text, reason) => {
    await expect(loadTaxonomy(fileOf(text))).rejects.toThrow(reason);
  });

  it('is refused where it is not there', async () => {
    await expect(loadTaxonomy('/nowhere/taxonomy.json')).rejects.toThrow(/no such file/);
  });
});
