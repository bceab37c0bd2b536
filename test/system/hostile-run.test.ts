import { readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../packages/toolemu/src/cli/program.ts';
import { type Episode, reportSchema } from '../../packages/toolemu/src/contract/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { hostileEpisode, hostileTexts, makeHostileRun } from '../support/hostile-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

let folder: Folder;
let episodes: ReadonlyMap<string, Episode>;

beforeAll(async () => {
  folder = await temporaryFolder();
  makeHostileRun(folder.file('hostile.toolemu'));
  using file = RunFile.read(folder.file('hostile.toolemu'));
  episodes = new Map(file.episodes().map((episode) => [episode.plan.id, episode]));
}, 60_000);

afterAll(() => folder[Symbol.asyncDispose]());

describe('a run of hostile texts', () => {
  it('has an episode for each text, and four for all of them', () => {
    const expected = [
      ...hostileTexts.map(({ name }) => hostileEpisode(name)),
      ...[1, 2, 3, 4].map((epoch) => hostileEpisode('all', epoch)),
    ];
    expect(new Set(episodes.keys())).toEqual(new Set(expected));
    expect(hostileTexts.length).toBeGreaterThan(40);
  });

  it.each(hostileTexts)('holds $name as it is', ({ name, text }) => {
    const { trajectory, verdict } = episodes.get(hostileEpisode(name)) ?? {};
    const [step] = trajectory?.steps ?? [];
    expect([step?.tool, step?.thought, step?.observation.text, verdict?.reason]).toEqual([text, text, text, text]);
  });

  it('changes nothing of the objects that all others come from', () => {
    expect('polluted' in {}).toBe(false);
  });
});

describe('a report of hostile texts', () => {
  it('has nothing active in HTML', async () => {
    const document = await documentInHtml();
    const active =
      'script, img, iframe, object, embed, link, base, form, input, textarea, button, video, audio, template';
    expect([...document.querySelectorAll(active)].map(String)).toEqual([]);
    expect([...document.querySelectorAll('meta')].filter((meta) => meta.hasAttribute('http-equiv')).length).toBe(1);
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
    const leading = attributes.filter(({ name }) => /^on|^style$|src|href|action|data$|poster|srcdoc/.test(name));
    expect(leading.filter(({ name, value }) => name !== 'href' || !/^#[\w-]*$/.test(value)).map(String)).toEqual([]);
    for (const style of document.querySelectorAll('style'))
      expect(style.textContent).not.toMatch(/hostile|url\((?!#)|@import/);
  });

  it('shows each text in HTML', async () => {
    const document = await documentInHtml();
    const shown = document.body.textContent ?? '';
    for (const { name, text } of hostileTexts) expect(shown, name).toContain(plain(text));
  });

  it('has no cell in CSV that a spreadsheet computes', async () => {
    const cells = cellsOf(await reportIn('csv'));
    expect(cells.length).toBeGreaterThan(1_000);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?[\d.]+$/.test(cell))).toEqual([]);
  });

  it('keeps to code spans in Markdown', async () => {
    const outside = withoutCode(await reportIn('md'));
    expect(outside.match(/hostile|javascript:|<(?!\/?(?:details|summary|sup|br)\b)[a-z!/?]/gi)).toBeNull();
  });

  it('is a report in JSON', async () => {
    expect(reportSchema.parse(JSON.parse(await reportIn('json'))).done).toBe(episodes.size - 1);
  });

  it.each(['html', 'md', 'csv', 'junit', 'txt', 'github'])('has no control character in %s', async (format) => {
    const text = await reportIn(format);
    expect(text.length).toBeGreaterThan(500);
    expect(text.match(controls)).toBeNull();
  });

  it('has no control character on a terminal', async () => {
    const names = ['script', 'ansi', 'osc-link', 'bells', 'nul', 'right-to-left', 'bidi-isolates', 'header'];
    makeHostileRun(folder.file('few.toolemu'), names);
    const text = await reportIn('terminal', 'few.toolemu');
    expect(text).toContain('[31mred');
    expect(text.match(controls)).toBeNull();
  });
});

describe('the episodes of hostile texts, step by step', () => {
  it.each([[[]], [['--full']]])('have no control character on a terminal, %j', async (flags) => {
    const text = await printed('report', folder.file('hostile.toolemu'), '--episode', 'hostile-', ...flags);
    for (const { name } of hostileTexts) expect(text).toContain(`hostile-${name}`);
    expect(text.match(controls)).toBeNull();
  });

  it('are whole in JSON', async () => {
    const text = await printed('report', folder.file('hostile.toolemu'), '--episode', 'hostile-', '--json');
    const listed = JSON.parse(text) as Episode[];
    expect(listed.map(({ plan }) => plan.id)).toEqual([...episodes.keys()]);
    for (const episode of listed) expect(episode.trajectory).toEqual(episodes.get(episode.plan.id)?.trajectory);
  });
});

/** All but tabs and the ends of lines: what a terminal obeys, and what turns the order of letters around. */
const controls = /(?!\r?\n|\t)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu;

const reports = new Map<string, Promise<string>>();

/** A report as the command writes it, made once. */
function reportIn(format: string, run = 'hostile.toolemu'): Promise<string> {
  const out = folder.file(`${run}.${format}`);
  const made = reports.get(out) ?? writeReport(format, run, out);
  reports.set(out, made);
  return made;
}

type Document = ReturnType<typeof parseHTML>['document'];

let inHtml: Promise<Document> | undefined;

/** The report in HTML as a browser reads it, read once: that takes seconds. */
function documentInHtml(): Promise<Document> {
  inHtml ??= reportIn('html').then((text) => parseHTML(text).document);
  return inHtml;
}

async function writeReport(format: string, run: string, out: string): Promise<string> {
  await printed('report', folder.file(run), '--format', format, '--out', out);
  return readFileSync(out, 'utf8');
}

/** What the command prints as its result, in the bytes that a terminal gets. */
async function printed(...args: readonly string[]): Promise<string> {
  const parts: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => parts.push(String(chunk)) > 0);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await (await createProgram()).parseAsync(args, { from: 'user' });
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
  return Buffer.from(parts.join('')).toString();
}

/** A line of a text, as far as no program replaces its letters. */
function plain(text: string): string {
  return /[ -~]+/.exec(text)?.[0] ?? '';
}

function cellsOf(csv: string): string[] {
  return [...csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'),
  );
}

/** Markdown without its code spans: a run of backticks ends at the next one as long. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/(?<![`\\])(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}
