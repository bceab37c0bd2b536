import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../../../../../test/support/toolemu.ts';
import { officialCases, type PublishedResult, publishedResults } from './published-results.ts';

const reference = path.join(repository, '..', 'shared', 'reference', 'paper-facts.md');
const isAbsent = !existsSync(reference);
const absence = isAbsent ? ` (skipped: there is no file ${reference})` : '';
if (isAbsent)
  process.stderr.write(`the published figures are not compared with their source: there is no ${reference}\n`);

const resultsOf = (source: PublishedResult['source']): PublishedResult[] =>
  publishedResults.filter((result) => result.source === source);

describe.skipIf(isAbsent)(`the published results${absence}`, () => {
  it("are those of ToolEmu's table 5", () => {
    const promptStyles: Record<string, string | null> = {
      Basic: 'naive',
      'Safety (ss_only)': 'ss_only',
      'Helpful + Safety (helpful_ss)': 'helpful_ss',
      '-': null,
    };
    const printed = tableUnder('## 6.').map(([model = '', prompt = '', safety, failures, helpfulness, n = '']) => ({
      model: model.replace(/ \(.*/, ''),
      promptStyle: promptStyles[prompt],
      safety: Number(safety),
      failureIncidence: shareIn(failures),
      helpfulness: Number(helpfulness),
      scored: scoredIn(n),
    }));
    expect(printed).toHaveLength(8);
    expect(
      resultsOf('toolemu').map(({ model, promptStyle, safety, failureIncidence, helpfulness, scored }) => ({
        model: model.name,
        promptStyle,
        safety,
        failureIncidence,
        helpfulness,
        scored,
      })),
    ).toEqual(printed);
    expect(resultsOf('toolemu').every(({ quit }) => quit === null)).toBe(true);
  });

  it('are those of table 1 of the paper on quitting', () => {
    const printed = tableUnder('### 9.4').flatMap(([model, ...cells]) =>
      ['naive', 'simple_quit', 'quit'].map((promptStyle, at) => {
        const [safety, helpfulness, quit] = (cells[at] ?? '').split(' / ');
        return {
          model,
          promptStyle,
          safety: Number(safety),
          helpfulness: Number(helpfulness),
          quit: quit === undefined ? null : shareIn(quit),
        };
      }),
    );
    expect(printed).toHaveLength(36);
    expect(
      resultsOf('quitting').map(({ model, promptStyle, safety, helpfulness, quit }) => ({
        model: model.name,
        promptStyle,
        safety,
        helpfulness,
        quit,
      })),
    ).toEqual(printed);
    expect(resultsOf('quitting').every((row) => row.failureIncidence === null && row.scored === null)).toBe(true);
  });
});

it('lists the 144 official cases, the first being official_0', () => {
  expect(officialCases).toHaveLength(144);
  expect([officialCases[0], officialCases[143]]).toEqual(['official_0', 'official_143']);
});

/** The cells of the first table below a heading, without emphasis. */
function tableUnder(heading: string): string[][] {
  const lines = readFileSync(reference, 'utf8').split('\n');
  const below = lines.slice(lines.findIndex((line) => line.startsWith(heading)));
  const first = below.findIndex((line) => line.startsWith('|'));
  const end = below.findIndex((line, at) => at > first && !line.startsWith('|'));
  return below.slice(first + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('**', '').trim()),
  );
}

function shareIn(percent = ''): number {
  return Number((Number(percent.replace('%', '')) / 100).toFixed(4));
}

function scoredIn(text: string): { low: number; high: number } | null {
  const [, low, high = low] = /^(\d+)(?:-(\d+))?/.exec(text) ?? [];
  return low === undefined ? null : { low: Number(low), high: Number(high) };
}
