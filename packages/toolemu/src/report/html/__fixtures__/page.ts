import { inputOf } from '../../../../../../test/support/report-input.ts';
import type { RunSketch } from '../../../../../../test/support/reported-episodes.ts';
import type { Report } from '../../../contract/index.ts';
import { renderHtml } from '../render-html.ts';

/** The page of a run, with figures of its report replaced. */
export async function pageOf(sketch: RunSketch, report: Partial<Report> = {}): Promise<string> {
  const input = inputOf(sketch);
  return [...(await renderHtml({ ...input, report: { ...input.report, ...report } }))].join('');
}

/** What a reader reads: the texts of a part of the page, in one line. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<(?:\/?b|\/?a|\/?code|\/?span|\/?time|wbr)(?: [^>]*)?>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** A section of the page, by the id of its heading. */
export function sectionOf(page: string, id: string): string {
  const from = page.indexOf(`<section aria-labelledby="${id}">`);
  if (from < 0) throw new Error(`the page has no section "${id}"`);
  return page.slice(from, page.indexOf('</section>', from));
}

/** A tag with its attributes, told apart as the parser of a browser does, where all attributes are in double quotes. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The tags that a page opens. Throws where something is not a whole tag, a comment or a text. */
export function tagsIn(page: string): Tag[] {
  const token =
    /<!doctype html>|<style>[^<]*<\/style>|<(?<end>\/?)(?<name>[a-z][a-z\d]*)(?<attributes>(?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gy;
  const tags: Tag[] = [];
  while (token.lastIndex < page.length) {
    const at = token.lastIndex;
    const { groups } = token.exec(page) ?? {};
    if (groups === undefined) throw new Error(`neither a tag nor a text: ${page.slice(at, at + 80)}`);
    const { end, name, attributes = '' } = groups;
    if (name === undefined || end === '/') continue;
    const pairs = [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)];
    tags.push({ name, attributes: Object.fromEntries(pairs.map(([, key, value]) => [key ?? '', value ?? ''])) });
  }
  return tags;
}
