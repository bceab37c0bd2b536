import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { FaultRates } from '../../contract/index.ts';
import type { OverlayChoice } from '../../run/index.ts';
import { faultNames } from '../../words/index.ts';

/** Names separated by commas. */
export function list(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('names are separated by single commas.');
  return names;
}

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new InvalidArgumentError('it must be a whole number from 0.');
  return Number(text);
}

export function positiveInteger(text: string): number {
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new InvalidArgumentError('it must be a whole number from 1.');
  return Number(text);
}

/** How often which fault is played, as in timeout=0.05,error=0.1. */
export function faultRates(text: string): FaultRates {
  const rates = list(text).map((one): [string, number] => {
    const [kind = '', rate = ''] = one.split('=');
    if (!Object.hasOwn(faultNames, kind))
      throw new InvalidArgumentError(`there is no fault "${kind}"; there are ${Object.keys(faultNames).join(', ')}.`);
    if (!/^(?:0|1|0?\.\d+)$/.test(rate)) throw new InvalidArgumentError(`"${one}" must say how often: ${kind}=0.05.`);
    return [kind, Number(rate)];
  });
  if (new Set(rates.map(([kind]) => kind)).size < rates.length)
    throw new InvalidArgumentError('each fault stands once.');
  if (rates.reduce((sum, [, rate]) => sum + rate, 0) > 1)
    throw new InvalidArgumentError('the shares are of all calls: together they are at most 1.');
  return Object.fromEntries(rates);
}

/** Pressures and their doses, as in stress=0,2. */
export function overlay(text: string, before: readonly OverlayChoice[] | undefined): OverlayChoice[] {
  const [, name = '', doses = ''] = /^([a-z][a-z-]*)=([0-9](?:,[0-9])*)$/.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError(`"${text}" must name a pressure and its doses: stress=0,2.`);
  if ((before ?? []).some((one) => one.name === name)) throw new InvalidArgumentError(`${name} stands twice.`);
  return [...(before ?? []), { name, doses: doses.split(',').map(Number) }];
}

/** A part of a run, as in 2/4. */
export function shard(text: string): { readonly index: number; readonly of: number } {
  const [, index = '', of = ''] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (index === '' || Number(index) > Number(of))
    throw new InvalidArgumentError('it must be a part and how many there are, as in 2/4.');
  return { index: Number(index), of: Number(of) };
}

/** Where a run is forked: `quit`, or the number of a step. */
export function forkPoint(text: string): 'quit' | 'exposure' | number {
  if (text === 'quit' || text === 'exposure') return text;
  if (!/^[1-9]\d*$/.test(text))
    throw new InvalidArgumentError('it must be quit, exposure, or the number of a step from 1.');
  return Number(text);
}

/** What may be spent: US dollars or episodes, as in 5usd or 500episodes. */
export function budget(text: string): { readonly usd: number } | { readonly episodes: number } {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?) ?(usd|episodes?)$/i.exec(text.trim()) ?? [];
  const isUsd = unit.toLowerCase() === 'usd';
  if (!(Number(amount) > 0) || (!isUsd && !Number.isSafeInteger(Number(amount))))
    throw new InvalidArgumentError('it must be dollars or episodes, as in 5usd or 500episodes.');
  return isUsd ? { usd: Number(amount) } : { episodes: Number(amount) };
}

/** An amount of US dollars, as in 20 or 0.5. */
export function dollars(text: string): number {
  if (!/^\$?\d+(?:\.\d+)?$/.test(text)) throw new InvalidArgumentError('it must be an amount such as 20 or 0.5.');
  return Number(text.replace('$', ''));
}

export function temperature(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 2))
    throw new InvalidArgumentError('it must be a number from 0 to 2.');
  return value;
}

/** A share of a whole, as in 0.5. */
export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('it must be a number from 0 to 1.');
  return value;
}

export function url(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('it must be an address such as http://localhost:8000/v1.');
  }
  return text;
}
