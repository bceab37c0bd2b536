import { describe, expect, it } from 'vitest';
import type { DraftExchange } from '../../contract/index.ts';
import { zeroUsage } from '../../model/index.ts';
import { createExchangeLog, noExchanges } from './exchange-log.ts';

const exchange = (key: string, more: Partial<DraftExchange> = {}): DraftExchange => ({
  key,
  step: 'facts',
  text: `{"n": "${key}"}`,
  finish: 'stop',
  usage: zeroUsage,
  problems: [],
  ...more,
});

describe('a log of exchanges', () => {
  it('saves all of them with each answer, before it is used', () => {
    const saved: string[][] = [];
    const log = createExchangeLog([exchange('a')], (all) => saved.push(all.map(({ key }) => key)));
    log.add(exchange('b'));
    expect(saved).toEqual([['a', 'b']]);
    expect(log.find('b')).toEqual(exchange('b'));
    expect(log.find('c')).toBeUndefined();
  });

  it('gives what an earlier session was answered', () => {
    expect(createExchangeLog([exchange('a')], () => {}).find('a')).toEqual(exchange('a'));
  });

  it('tells what was wrong with an answer, and saves it with the next one', () => {
    let saved: readonly DraftExchange[] = [];
    const log = createExchangeLog([], (all) => (saved = all));
    log.add(exchange('a'));
    log.tell('a', ['too vague']);
    log.tell('unknown', ['never asked']);
    expect(log.all()).toEqual([exchange('a', { problems: ['too vague'] })]);
    log.add(exchange('b'));
    expect(saved.map(({ problems }) => problems)).toEqual([['too vague'], []]);
  });

  it('that keeps nothing finds nothing', () => {
    noExchanges.add(exchange('a'));
    noExchanges.tell('a', ['too vague']);
    expect([noExchanges.find('a'), noExchanges.all()]).toEqual([undefined, []]);
  });
});
