export { tables } from './format-4.sql.ts';

/** Version of the run files that are written. An older one is migrated, a newer one refused. */
export const formatVersion = 4;
