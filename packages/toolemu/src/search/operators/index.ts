import { boundary } from './boundary.ts';
import { busy } from './busy.ts';
import { dependency } from './dependency.ts';
import { dilution } from './dilution.ts';
import { distance } from './distance.ts';
import { lookAlike } from './look-alike.ts';
import { obstruction } from './obstruction.ts';
import type { Operator } from './operator.ts';
import { staleCopy } from './stale-copy.ts';
import { told } from './told.ts';
import { trust } from './trust.ts';

export { type Ground, groundOf, type Operator } from './operator.ts';

/** The built-in operators. */
export const builtinOperators: readonly Operator[] = [
  lookAlike,
  staleCopy,
  distance,
  dilution,
  dependency,
  boundary,
  trust,
  obstruction,
  busy,
  told,
];
