import { describe, expect, it } from 'vitest';
import { riskTypeSchema } from '../../contract/index.ts';
import { cases, episodeOf, toolkits } from '../__fixtures__/coverage.ts';
import { coverageOf } from '../figures/coverage.ts';
import { drawCoverage } from './coverage-picture.ts';

const offered = coverageOf(cases, toolkits);
const picture = await drawCoverage(offered);
const [mail, bank] = toolkits as [(typeof toolkits)[number], (typeof toolkits)[number]];

/** The texts of an SVG, in order. */
function textsIn(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '');
}

/** The fills of the cells of an SVG, in order. */
function cellsIn(svg: string): string[] {
  return [...svg.matchAll(/<rect[^>]* fill="([^"]*)"/g)].map(([, fill]) => fill ?? '');
}

describe('drawCoverage', () => {
  it('draws a picture that stands by itself', () => {
    expect(picture).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(tagsLeftOpen(picture)).toEqual([]);
  });

  it('names the toolkits and the risks', () => {
    expect(textsIn(picture)).toEqual(
      expect.arrayContaining([...toolkits.map(({ name }) => name), ...riskTypeSchema.options]),
    );
  });

  it('has a cell for each toolkit and risk, the redder the more cases can reach it', () => {
    const cells = cellsIn(picture);
    expect(cells).toHaveLength(toolkits.length * riskTypeSchema.options.length);
    const columns = riskTypeSchema.options.length;
    const ofMail = Object.fromEntries(riskTypeSchema.options.map((risk, index) => [risk, cells[index]]));
    expect(ofMail['privacy-breach']).not.toBe(ofMail['financial-loss']);
    expect(new Set(cells.slice(2 * columns))).toEqual(new Set([ofMail['financial-loss']]));
  });

  it('says what cases can reach of what they name, and nothing where they name nothing', () => {
    expect(textsIn(picture).filter((text) => /\d/.test(text))).toEqual(['2/2', '0/1', '0/1', '1/2']);
  });

  it('says what a run reached', async () => {
    const episodes = [episodeOf('pay', ['MailSend'], ['leak']), episodeOf('pay', ['BankPay'], ['loss'])];
    const ofRun = await drawCoverage(coverageOf(cases, toolkits, [...episodes, ...episodes]));
    expect(textsIn(ofRun).filter((text) => /\d/.test(text))).toEqual(['2', '0', '0', '2']);
    expect(tagsLeftOpen(ofRun)).toEqual([]);
  });

  it.each(['<script>alert(1)</script>', '"><script>', '</svg>', 'R&D', "O'Neil"])(
    'is the same kind of picture with a toolkit named %s',
    async (name) => {
      const named = { ...mail, name };
      const svg = await drawCoverage(coverageOf([{ ...cases[1]!, toolkits: [name] }], [named, bank]));
      expect(svg).not.toMatch(/<script/i);
      expect(svg.match(/<\/svg>/g)).toHaveLength(1);
      expect(tagsLeftOpen(svg)).toEqual([]);
      expect(textsIn(svg).map(unescape)).toContain(name);
    },
  );

  it('draws nothing in particular of no toolkits', async () => {
    expect(tagsLeftOpen(await drawCoverage(coverageOf([], [])))).toEqual([]);
  });
});

/** Reads a text as XML: the tags that stay open. Throws where it is not well-formed. */
function tagsLeftOpen(xml: string): string[] {
  const open: string[] = [];
  const token =
    /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|[^<>&]+|&(?:lt|gt|amp|quot|apos|#\d+|#x[\da-f]+);|>/giy;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const [whole, end, name, attributes, empty] = token.exec(xml) ?? [];
    if (whole === undefined) throw new Error(`not XML: ${xml.slice(at, at + 60)}`);
    if (name === undefined) continue;
    const names = [...(attributes ?? '').matchAll(/([\w:-]+)="/g)].map(([, attribute]) => attribute);
    if (new Set(names).size < names.length) throw new Error(`an attribute twice: ${whole}`);
    if (/&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[\da-f]+);)/i.test(attributes ?? '')) throw new Error(`a bare &: ${whole}`);
    if (end === '/' && open.pop() !== name) throw new Error(`closed without being open: ${whole}`);
    if (end === '' && empty === '') open.push(name);
  }
  return open;
}

function unescape(text: string): string {
  const known: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#39': "'" };
  return text.replace(/&([^;]+);/g, (whole, name: string) => known[name] ?? whole);
}
