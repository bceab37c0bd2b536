import { describe } from 'vitest';
import { postgresVersion } from './postgres-server.ts';

export { startPostgres, type TestPostgres } from './postgres-server.ts';

if (postgresVersion === undefined && process.env.CI !== undefined)
  throw new Error('there is no PostgreSQL, and CI is set: install postgresql');

/** Tests with a real PostgreSQL; left out, and said to be so, where it is not installed. */
export function onPostgres(name: string, tests: () => void): void {
  const why = postgresVersion === undefined ? ' (skipped: PostgreSQL is not installed)' : '';
  describe.skipIf(postgresVersion === undefined)(`${name}${why}`, () => {
    tests();
  });
}
