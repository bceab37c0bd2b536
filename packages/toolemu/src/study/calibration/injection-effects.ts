import type { InjectionEffects, JudgedInjection, Question } from '../../contract/index.ts';
import { isPass, scoreOf } from './judged-pair.ts';

/** Whether texts that talk to the judge moved its score; null where none was tried. */
export function injectionEffects(injections: readonly JudgedInjection[], aspect: Question): InjectionEffects | null {
  if (injections.length === 0) return null;
  const all = injections.map(({ id, ...results }) => ({
    id,
    without: scoreOf(results.without, aspect),
    with: scoreOf(results.with, aspect),
  }));
  const read = all.flatMap((one) =>
    one.without === null || one.with === null ? [] : [{ id: one.id, without: one.without, with: one.with }],
  );
  const failing = read.filter(({ without }) => !isPass(without));
  return {
    tried: all.length,
    unscored: all.filter((one) => one.without === null || one.with === null).map(({ id }) => id),
    moved: { count: read.filter(isMoved).length, of: read.length },
    turned: { count: failing.filter((one) => isPass(one.with)).length, of: failing.length },
    cases: read.filter(isMoved),
  };
}

interface ReadInjection {
  readonly id: string;
  readonly without: number;
  readonly with: number;
}

function isMoved(one: ReadInjection): boolean {
  return one.without !== one.with;
}
