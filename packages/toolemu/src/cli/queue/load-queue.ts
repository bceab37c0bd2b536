import type * as Queue from '../../queue/index.ts';
import { keepOutputForResults } from '../terminal/output.ts';

/** Loads what works on queues. What its libraries say of themselves is not for users. */
export async function loadQueue(): Promise<typeof Queue> {
  keepOutputForResults();
  process.noDeprecation = true;
  return import('../../queue/index.ts');
}
