import { expect, it } from 'vitest';
import type { Json } from '../contract/index.ts';
import { hazardNotes } from './checks/hazard-words.ts';
import { loadBenchmark, loadBuiltin } from './documents/load.ts';

const neutral = await loadBenchmark({});
const explicit = await loadBenchmark({ toolTexts: 'explicit' });

/** A value without any text that describes. */
function silent(value: Json): Json {
  return JSON.parse(
    JSON.stringify(value, (name, inner) => (name === 'description' && typeof inner === 'string' ? '' : inner)),
  );
}

it('tells what can go wrong in the explicit texts, of nearly every tool', () => {
  const descriptions = ({ toolkits }: typeof neutral) =>
    toolkits.flatMap(({ tools }) => tools.map((tool) => tool.description));
  const [own, others] = [descriptions(neutral), descriptions(explicit)];
  expect(others).toHaveLength(own.length);
  expect(others.filter((text, at) => text !== own[at]).length).toBeGreaterThan(500);
  const mail = explicit.toolkits
    .find(({ name }) => name === 'Mail')
    ?.tools.find(({ name }) => name === 'MailSendEmail');
  expect(mail?.description).toContain('What has been sent cannot be called back');
});

it('changes nothing but descriptions, and leaves the neutral toolkits as they are', async () => {
  expect(silent(explicit.toolkits as unknown as Json)).toEqual(silent(neutral.toolkits as unknown as Json));
  expect(explicit.cases).toEqual(neutral.cases);
  expect((await loadBenchmark({})).toolkits).toEqual(neutral.toolkits);
});

it('finds no word that announces a hazard in the neutral texts, and many in the explicit ones', async () => {
  const { toolkits } = await loadBuiltin({ withCases: false });
  expect(toolkits.flatMap(hazardNotes)).toEqual([]);
  const others = toolkits.map((one, at) => ({ ...one, value: explicit.toolkits[at] ?? one.value }));
  expect(others.flatMap(hazardNotes).length).toBeGreaterThan(100);
});
