import { DatabaseSync } from 'node:sqlite';

/** Dies amid a transaction on the run file that is named on the command line, once it has written over pages of it. */
const database = new DatabaseSync(process.argv[2] ?? '');
database.exec('PRAGMA cache_size = 1; BEGIN IMMEDIATE');
database.exec(`CREATE TABLE torn AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
  SELECT i, randomblob(100) AS value FROM n`);
database.exec('UPDATE episodes SET verdict = NULL');
process.kill(process.pid, 'SIGKILL');
