import { formatCount, formatDuration } from 'toolemu/words';

/** A stretch of time as it is told of what goes on now: whole seconds below a minute, `3 min 20 s`, `2 h 5 min`, `3 days 2 h`. */
export function formatAge(seconds: number): string {
  if (seconds < 59.5) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 86_400) return formatDuration(seconds);
  const days = Math.floor(seconds / 86_400);
  return `${formatCount(days)} ${days === 1 ? 'day' : 'days'} ${Math.floor((seconds % 86_400) / 3600)} h`;
}
