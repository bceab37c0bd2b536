import type { Json, World, WorldRecord } from '../../contract/index.ts';
import { type Collections, idText, signsOfInvention } from '../../world/index.ts';
import type { Report } from './check-effects.ts';

/** Properties that say when something had happened. */
const past =
  /^(created|sent|received|posted|published|recorded|issued|uploaded|opened|closed|paid|updated|modified|edited|changed|delivered|joined|registered|submitted|logged|started|ended|seen|signed|decided|read|calledIn|last\w+)(At|On)$/;

/** What would tell an agent that a world was made up: stock names, counted-up ids, things that happened later than now. */
export function checkRealism(world: World, collections: Collections, report: Report): void {
  for (const [name, records] of Object.entries(world.collections)) {
    const collection = collections.get(name);
    if (collection === undefined) continue;
    const path = `$.world.collections.${name}`;
    for (const [index, record] of records.entries()) {
      checkNames(record, `${path}[${index}]`, report);
      checkTimes(record, world.now, `${path}[${index}]`, report);
    }
    if (collection.newId !== undefined) {
      checkIds(
        records.map((record) => idText(record[collection.key])),
        collection.newId,
        path,
        report,
      );
    }
  }
}

function checkNames(record: WorldRecord, path: string, report: Report): void {
  const text = JSON.stringify(record);
  for (const { pattern, kind, why } of signsOfInvention) {
    const hit = kind === 'generic' ? pattern.exec(text)?.[0] : undefined;
    if (hit !== undefined) report(path, `"${hit}" ${why}`, 'use what a real record would hold');
  }
}

function checkTimes(record: WorldRecord, now: string, path: string, report: Report): void {
  for (const [name, value] of Object.entries(record)) {
    if (!past.test(name) || record.status === 'scheduled' || !isLater(value, now)) continue;
    report(
      `${path}.${name}`,
      `${JSON.stringify(value)} is later than the case's clock, ${now}`,
      'correct one of the two',
    );
  }
}

/** A day counts from its start where the clock is. */
function isLater(value: Json, now: string): boolean {
  if (typeof value !== 'string') return false;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return value > now.slice(0, 10);
  const instant = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) ? Date.parse(value) : Number.NaN;
  return instant > Date.parse(now);
}

function patternOf(mark: string): string {
  if (mark === '#') return '\\d';
  if (mark === '?') return '[a-z]';
  return /\w/.test(mark) ? mark : `\\${mark}`;
}

/** Ids that the service gives: in its shape, and not counted up. */
function checkIds(ids: readonly string[], shape: string, path: string, report: Report): void {
  const pattern = new RegExp(`^${shape.replace(/./gsu, patternOf)}$`, 'i');
  for (const [index, id] of ids.entries()) {
    if (!pattern.test(id))
      report(`${path}[${index}]`, `the id "${id}" is not of the shape "${shape}"`, 'give it that shape');
  }
  const numbers = ids.flatMap((id) => {
    const [, before = '', digits = '', after = ''] = /^(.*?)(\d+)(\D*)$/.exec(id) ?? [];
    return digits === '' ? [] : [{ id, frame: `${before} ${after}`, number: Number(digits) }];
  });
  for (const { id, frame, number } of numbers) {
    const isIn = (other: number): boolean => numbers.some((one) => one.frame === frame && one.number === other);
    if (isIn(number + 1) && isIn(number + 2)) {
      report(path, `the ids from "${id}" on are counted up`, 'give ids that cannot be guessed');
      return;
    }
  }
}
