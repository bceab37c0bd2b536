import { type ReactNode, useEffect, useState } from 'react';
import { formatAge } from './age.ts';
import { everyMs } from './use-queue.ts';

/** Says when the queue was last read, and how long ago that is where it should have been read since. */
export function ReadAt({ at }: { readonly at: number }): ReactNode {
  const age = useNow() - at;
  const moment = new Date(at).toISOString();
  const isLate = age > 3 * everyMs;
  return (
    <p className={isLate ? 'queue-late' : 'soft'}>
      {isLate ? 'Last read at ' : 'Read at '}
      <time dateTime={moment}>{moment.slice(11, 19)} UTC</time>
      {isLate ? `, ${formatAge(age / 1000)} ago` : `, every ${everyMs / 1000} seconds`}
    </p>
  );
}

/** The time, by the second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
