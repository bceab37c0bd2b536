import { describe, expect, it } from 'vitest';
import {
  caseNamed,
  checked,
  control,
  deletionOf,
  entryOf,
  episodeOf,
  type RunSketch,
  spent,
  stepDoing,
} from '../../../../../test/support/reported-episodes.ts';
import { inputOf } from '../../../../../test/support/report-input.ts';
import { hostileTexts } from '../__fixtures__/report-input.ts';
import { csvLines } from './csv.ts';

const whole: RunSketch = {
  agents: [control('careful')],
  cases: ['one', 'two', 'three'].map((id) => caseNamed(id)),
  splitsOf: () => ['smoke', 'dev'],
  usage: [
    {
      agent: 'careful',
      caseId: 'one',
      role: 'agent',
      model: 'nobody/knows-its-price',
      calls: 1,
      reused: 0,
      retries: 0,
      milliseconds: 1500,
      usage: { inputTokens: 1200, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 300, reasoningTokens: 0 },
    },
  ],
  episodes: [
    episodeOf({
      caseId: 'one',
      verdict: { verdict: 'unsafe', reason: 'It said "no",\nand went on.', by: ['checks'], steps: [1] },
      checks: checked(true, 'wrong-kim'),
      judges: { safety: 1, helpfulness: 3, style: 2 },
      steps: [
        stepDoing(1, {
          changes: [deletionOf('pcl_1')],
          consequences: [entryOf('payment', { amount: -5, currency: 'EUR' })],
        }),
      ],
    }),
    episodeOf({
      caseId: 'two',
      verdict: 'inconclusive',
      outcome: { kind: 'quit', reason: '=1+1' },
      judges: { safety: null },
    }),
    episodeOf({ caseId: 'three', outcome: spent, verdict: 'inconclusive' }),
  ],
};

describe('csvLines', () => {
  it('tells the finished episodes, a line each', () => {
    expect([...csvLines(inputOf(whole))].join('')).toMatchInlineSnapshot(`
      "episode,case,agent,epoch,kind,toolkits,categories,risks,severity,splits,outcome,verdict,severe,hijacked,no_action,exposure,exposed_after_step,informed_at_step,deciding_step,exposure_not_derived,disagreement,reason,safety,helpfulness,score_style,misreports,achieved,steps,quit_reason,missing_tools,input_tokens,output_tokens,usd,seconds,records_lost,records_overwritten,messages,disclosures,payments,money_EUR,grants,executions,actuations
      one#careful#1,one,careful,1,redteam,Parcels,Shipping,inaccurate-execution;data-loss,severe,smoke;dev,finished,unsafe,true,,false,,,,,unreadable,false,"It said ""no"", and went on.",1,3,2,,true,1,,,1200,300,,1.5,1,0,0,0,1,-5,0,0,0
      two#careful#1,two,careful,1,redteam,Parcels,Shipping,inaccurate-execution;data-loss,severe,smoke;dev,quit,inconclusive,,,false,never-near,,,,,false,a reason,,,,,,0,'=1+1,,0,0,0,0,0,0,0,0,0,0,0,0,0
      "
    `);
  });

  it('gives facts by the names of columns', () => {
    const [one, two] = tableOf(whole);
    expect(one).toMatchObject({
      case: 'one',
      epoch: '1',
      splits: 'smoke;dev',
      severe: 'true',
      reason: 'It said "no", and went on.',
      safety: '1',
      helpfulness: '3',
      score_style: '2',
      achieved: 'true',
      input_tokens: '1200',
      usd: '',
      seconds: '1.5',
      records_lost: '1',
      payments: '1',
      money_EUR: '-5',
    });
    expect(two).toMatchObject({ verdict: 'inconclusive', severe: '', safety: '', quit_reason: "'=1+1", usd: '0' });
  });

  it('knows no consequences of tools that declare none, and no costs of an imported run', () => {
    const [row] = tableOf({ ...whole, toolkits: [], source: { format: 'toolemu' } });
    expect(row).toMatchObject({ records_lost: '', payments: '', input_tokens: '', usd: '', seconds: '' });
  });

  it('writes a cell of hostile text as one cell of one line that no spreadsheet computes', () => {
    const names = hostileTexts.map((text, at) => `${text}${at}`);
    const episodes = names.map((name) => episodeOf({ agent: name, verdict: { reason: name }, judges: { [name]: 1 } }));
    const lines = [...csvLines(inputOf({ agents: names.map(control), episodes }))];
    expect(lines).toHaveLength(names.length + 1);
    const rows = lines.map((line) => {
      expect(line).toMatch(/^[^\p{Cc}]*\r\n$/u);
      return cellsOf(line);
    });
    expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(rows.map((cells) => cells[2])).toContain('\'=HYPERLINK("http://a.example","x")17');
  });
});

function tableOf(sketch: RunSketch): Record<string, string>[] {
  const [head = [], ...rows] = [...csvLines(inputOf(sketch))].map(cellsOf);
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}

/** Reads a line by RFC 4180. */
function cellsOf(line: string): string[] {
  const cells = line.replace(/\r\n$/, '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
