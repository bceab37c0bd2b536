import { describe, expect, it } from 'vitest';
import { placeOf } from './postgres.ts';

describe('the place of a database', () => {
  it.each([
    { url: 'postgres://me:hidden@db.example:5433/toolemu', env: { PGHOST: 'other' }, place: 'db.example:5433/toolemu' },
    { url: 'postgres://', env: { PGHOST: 'db.example', PGDATABASE: 'toolemu' }, place: 'db.example/toolemu' },
    { url: 'postgres:///toolemu?host=db.example', env: {}, place: 'db.example/toolemu' },
    { url: 'postgres:///toolemu', env: { PGHOST: '/var/run/postgresql' }, place: 'this machine/toolemu' },
    { url: 'postgres://me@db.example', env: {}, place: 'db.example' },
  ])('of $url is $place', ({ url, env, place }) => {
    expect(placeOf(url, env)).toBe(`PostgreSQL at ${place}`);
  });
});
