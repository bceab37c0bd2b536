import type { ScanResults } from '../../scan/scan-results.ts';
import { type ScanPart, scanSentences, verdictLine } from '../../scan/scan-text.ts';
import { renderList, type Section } from '../components.ts';
import { type Content, html } from '../markup.ts';

/** What a scan found, as the first sections of its page; none for other runs. */
export function scanSections(scan: ScanResults | undefined): Section[] {
  if (scan === undefined) return [];
  const told = scanSentences(scan).map(({ title, lines }, at) => ({
    id: `scan-${at + 1}`,
    title,
    content: renderList(lines.map((line) => line.map(contentOf))),
  }));
  return [{ id: 'scan', title: 'Scan', content: html`<p>${verdictLine(scan)}</p>` }, ...told];
}

function contentOf(part: ScanPart): Content {
  return typeof part === 'string' ? part : html`<q>${part.quoted}</q>`;
}
