import { describe, expect, it } from 'vitest';
import {
  broken,
  caseNamed,
  checked,
  control,
  episodeOf,
  type RunSketch,
  scored,
  spent,
} from '../../../../../test/support/reported-episodes.ts';
import { inputOf } from '../../../../../test/support/report-input.ts';
import { hostileTexts } from '../__fixtures__/report-input.ts';
import { renderJunit } from './junit.ts';

const cases = ['one', 'two', 'three', 'four', 'five'].map((id) => caseNamed(id));
const finding = { step: 2, what: 'Sent it.', why: '', likelihood: 'likely', severity: 'severe' } as const;

const whole: RunSketch = {
  agents: [control('careful'), control('reckless')],
  cases,
  usage: [
    {
      agent: 'careful',
      caseId: 'two',
      role: 'evaluator',
      model: 'openai/gpt-4o',
      calls: 2,
      reused: 0,
      retries: 0,
      milliseconds: 12_345,
      usage: { inputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 },
    },
  ],
  episodes: [
    episodeOf({ caseId: 'three', verdict: { verdict: 'inconclusive', reason: 'no readable result' } }),
    episodeOf({
      caseId: 'two',
      verdict: { verdict: 'unsafe', reason: 'It went to the wrong Kim.', by: ['checks', 'safety'], steps: [1, 2] },
      checks: checked(false, 'wrong-kim'),
      judges: { safety: { ...scored(0, 'Likely Severe Risk'), findings: [finding] } },
    }),
    episodeOf({ caseId: 'one', checks: checked(true) }),
    episodeOf({ caseId: 'four', outcome: broken, verdict: 'inconclusive' }),
    episodeOf({ caseId: 'five', outcome: spent, verdict: 'inconclusive' }),
    episodeOf({ caseId: 'one', agent: 'reckless', verdict: 'not-judged' }),
  ],
};

describe('renderJunit', () => {
  it('tells a run as suites of test cases', () => {
    expect(renderJunit(inputOf(whole))).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="toolemu" tests="10" failures="1" errors="1" time="12.345">
        <testsuite name="careful" tests="5" failures="1" errors="1" time="12.345" skipped="2" timestamp="2026-03-03T14:12:00">
          <testcase classname="careful" name="one, epoch 1"/>
          <testcase classname="careful" name="two, epoch 1" time="12.345">
            <failure type="unsafe" message="It went to the wrong Kim.">It went to the wrong Kim.
      steps 1, 2
      checks: wrong-kim-check at step 1: It came about.
      safety by scripted/judge: 0 (Likely Severe Risk) a summary
        step 2: Sent it. (likely severe risk)</failure>
          </testcase>
          <testcase classname="careful" name="three, epoch 1">
            <skipped type="inconclusive" message="no readable result"/>
          </testcase>
          <testcase classname="careful" name="four, epoch 1">
            <error type="model" message="down">down</error>
          </testcase>
          <testcase classname="careful" name="five, epoch 1">
            <skipped type="not-played" message="not played to its end"/>
          </testcase>
        </testsuite>
        <testsuite name="reckless" tests="5" failures="0" errors="0" skipped="5" timestamp="2026-03-03T14:12:00">
          <testcase classname="reckless" name="one, epoch 1">
            <skipped type="not-judged" message="a reason"/>
          </testcase>
          <testcase classname="reckless" name="two, epoch 1">
            <skipped type="not-played" message="not played to its end"/>
          </testcase>
          <testcase classname="reckless" name="three, epoch 1">
            <skipped type="not-played" message="not played to its end"/>
          </testcase>
          <testcase classname="reckless" name="four, epoch 1">
            <skipped type="not-played" message="not played to its end"/>
          </testcase>
          <testcase classname="reckless" name="five, epoch 1">
            <skipped type="not-played" message="not played to its end"/>
          </testcase>
        </testsuite>
      </testsuites>
      "
    `);
  });

  it('has every planned episode, and says the same however the episodes ended', () => {
    const { episodes, ...run } = whole;
    expect(renderJunit(inputOf({ ...run, episodes: episodes.toReversed() }))).toBe(renderJunit(inputOf(whole)));
    expect(elementsIn(renderJunit(inputOf(whole)), 'testcase')).toHaveLength(10);
  });

  it('is what the schema of Jenkins allows, with right counts', () => {
    holdToSchema(renderJunit(inputOf(whole)));
    holdToSchema(renderJunit(inputOf({ episodes: [] })));
  });

  it('takes no time from an episode that called nothing', () => {
    const [one, two] = elementsIn(renderJunit(inputOf(whole)), 'testcase');
    expect([one?.attributes.time, two?.attributes.time]).toEqual([undefined, '12.345']);
  });

  it('keeps hostile texts inside of its elements, without characters that XML forbids', () => {
    const names = hostileTexts.map((text, at) => `${text}${at}`);
    const text = renderJunit(
      inputOf({
        agents: names.map(control),
        episodes: names.map((name) =>
          episodeOf({
            agent: name,
            verdict: { verdict: 'unsafe', reason: name, by: ['safety'], steps: [] },
            judges: { [name]: { ...scored(0, name), summary: name, findings: [{ ...finding, what: name }] } },
          }),
        ),
      }),
    );
    holdToSchema(text);
    expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    expect(text.isWellFormed()).toBe(true);
    const failures = elementsIn(text, 'failure');
    expect(failures).toHaveLength(names.length);
    expect(failures[6]?.attributes.message).toBe('`code` ``more``6');
    expect(failures[12]?.attributes.message).toBe('</failure><failure>]]>&amp;&lt;12');
    expect(failures[13]?.attributes.message).toBe('&nobody; &#0; &#x1f; & &amp13');
    expect(failures[13]?.text.split('\n')[0]).toBe('&nobody; &#0; &#x1f; & &amp13');
  });
});

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

function elementsIn(xml: string, name: string): XmlElement[] {
  return within(rootOf(xml)).filter((element) => element.name === name);
}

const token = /<\?xml [^<>]*\?>|<(?<end>\/?)(?<name>\w+)(?<list>(?:\s+\w+="[^"<>]*")*)(?<empty>\/?)>|(?<text>[^<>]+)/y;

/** Reads XML of elements, attributes and text; what is not well-formed throws. */
function rootOf(xml: string): XmlElement {
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  token.lastIndex = 0;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const { end, name, list = '', empty, text } = token.exec(xml)?.groups ?? {};
    const parent = open.at(-1);
    if (token.lastIndex === 0 || parent === undefined) throw new Error(`not well-formed: ${xml.slice(at, at + 80)}`);
    if (text !== undefined) parent.text += decoded(text);
    else if (name !== undefined && end === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> ends nothing`);
    } else if (name !== undefined) {
      const attributes = [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        decoded(value),
      ]);
      const element = { name, attributes: Object.fromEntries(attributes), children: [], text: '' };
      parent.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  const [root] = document.children;
  if (root === undefined || document.children.length > 1 || open.length > 1) throw new Error('not one element');
  return root;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decoded(text: string): string {
  return text.replaceAll(/&(\w*;?)/g, (whole, name: string) => {
    const character = name.endsWith(';') ? entities[name.slice(0, -1)] : undefined;
    if (character === undefined) throw new Error(`${whole} is no entity`);
    return character;
  });
}

/** An element and all that are in it. */
function within(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(within)];
}

/** What the schema of Jenkins (junit-10.xsd) allows in an element, as far as it is written: required attributes have a `!`. */
const schema: Readonly<Record<string, { attributes: readonly string[]; elements: readonly string[] }>> = {
  testsuites: { attributes: ['name', 'time', 'tests', 'failures', 'errors'], elements: ['testsuite'] },
  testsuite: {
    attributes: ['name!', 'tests!', 'failures!', 'errors!', 'skipped', 'time', 'timestamp'],
    elements: ['testcase'],
  },
  testcase: { attributes: ['name!', 'classname', 'time'], elements: ['skipped', 'error', 'failure'] },
  skipped: { attributes: ['type', 'message'], elements: [] },
  error: { attributes: ['type', 'message'], elements: [] },
  failure: { attributes: ['type', 'message'], elements: [] },
};

function holdToSchema(xml: string): void {
  const root = rootOf(xml);
  expect(root.name).toBe('testsuites');
  for (const { name, attributes, children } of within(root)) {
    const { attributes: allowed = [], elements = [] } = schema[name] ?? {};
    const required = allowed.filter((attribute) => attribute.endsWith('!')).map((attribute) => attribute.slice(0, -1));
    const names = Object.keys(attributes);
    expect(names.filter((attribute) => !allowed.includes(attribute) && !required.includes(attribute))).toEqual([]);
    expect(required.filter((attribute) => !names.includes(attribute))).toEqual([]);
    expect(children.filter((child) => !elements.includes(child.name))).toEqual([]);
    expect(attributes.time ?? '0').toMatch(/^\d+(\.\d*)?$/);
  }
  for (const suite of [root, ...root.children]) {
    const count = (name: string): string => String(within(suite).filter((element) => element.name === name).length);
    expect(suite.attributes).toMatchObject({
      tests: count('testcase'),
      failures: count('failure'),
      errors: count('error'),
      ...(suite === root ? {} : { skipped: count('skipped') }),
    });
  }
}
