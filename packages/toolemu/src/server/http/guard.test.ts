import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createToken, guard, isLoopback, strictHeaders } from './guard.ts';
import { ServerError } from './server-error.ts';

function appOf(token: string | null): Hono {
  const app = new Hono();
  app.onError((error, c) => c.text(error.message, error instanceof ServerError ? error.status : 500));
  app.use(strictHeaders);
  app.use(guard(token));
  app.all('*', (c) => c.text(`asked ${new URL(c.req.url).search}`));
  return app;
}

async function statusOf(app: Hono, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return (await app.request('http://localhost/api/runs', { method, headers })).status;
}

describe('the guard without a token', () => {
  const app = appOf(null);

  it.each(['localhost', 'localhost:4173', 'LocalHost.:1', '127.0.0.1:80', '[::1]:4173'])(
    'answers to %s',
    async (host) => {
      expect(await statusOf(app, { host })).toBe(200);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:4173', '10.0.0.7', ''])(
    'does not answer to %s, which may be a name that leads here',
    async (host) => {
      expect(await statusOf(app, { host })).toBe(403);
    },
  );

  it.each(['http://evil.example', 'http://localhost:9', 'null', 'https://localhost.evil.example'])(
    'refuses a page of %s',
    async (origin) => {
      expect(await statusOf(app, { host: 'localhost:4173', origin })).toBe(403);
      expect(await statusOf(app, { host: 'localhost:4173', origin }, 'DELETE')).toBe(403);
    },
  );

  it('shows the name it does not answer to as text', async () => {
    const headers = { host: '<b>evil</b>', accept: 'text/html' };
    const page = await (await app.request('http://localhost/', { headers })).text();
    expect(page).toContain('not to &lt;b&gt;evil');
    expect(page).not.toContain('<b>');
  });

  it('refuses what another site sends, also where it tells no origin', async () => {
    const host = 'localhost:4173';
    expect(await statusOf(app, { host, 'sec-fetch-site': 'cross-site' }, 'POST')).toBe(403);
    expect(await statusOf(app, { host, 'sec-fetch-site': 'same-site' }, 'PUT')).toBe(403);
    expect(await statusOf(app, { host, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusOf(app, { host, 'sec-fetch-site': 'same-origin' }, 'POST')).toBe(200);
    expect(await statusOf(app, { host, origin: 'http://localhost:4173' }, 'POST')).toBe(200);
  });
});

describe('a link on a page of another site', () => {
  it.each([null, createToken()])('leads to pages, and not to what the API answers (token %s)', async (token) => {
    const app = appOf(token);
    const headers = {
      host: 'localhost:4173',
      'sec-fetch-site': 'cross-site',
      accept: 'text/html',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    expect((await app.request('http://localhost/runs/a', { headers })).status).toBe(200);
    expect((await app.request('http://localhost/api/runs', { headers })).status).toBe(403);
  });
});

describe('the guard with a token', () => {
  const token = createToken();
  const app = appOf(token);
  const host = 'lab.example:4173';

  it('refuses who does not know it', async () => {
    expect(await statusOf(app, { host })).toBe(403);
    expect(await statusOf(app, { host, cookie: `toolemu_token_4173=${token}x` })).toBe(403);
    expect((await app.request('http://lab.example/?token=other', { headers: { host } })).status).toBe(403);
  });

  it('takes it from the address once, and gives a cookie that scripts and other sites do not get', async () => {
    const first = await app.request(`http://lab.example/runs/a?token=${token}&tab=costs`, { headers: { host } });
    expect(first.status).toBe(302);
    expect(first.headers.get('location')).toBe('/runs/a?tab=costs');
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(await statusOf(app, { host, cookie: cookie.split(';')[0] ?? '' })).toBe(200);
  });

  it('takes it from a header of programs', async () => {
    expect(await statusOf(app, { host, authorization: `Bearer ${token}` })).toBe(200);
    expect(await statusOf(app, { host, authorization: `bearer ${token}` })).toBe(200);
    for (const authorization of [`Bearer ${token}x`, 'Bearer ', `Basic ${token}`, token])
      expect(await statusOf(app, { host, authorization })).toBe(403);
  });

  it('takes no cookie of a server on another port', async () => {
    expect(await statusOf(app, { host, cookie: `toolemu_token_4173=${token}` })).toBe(200);
    expect(await statusOf(app, { host, cookie: `toolemu_token_80=${token}; toolemu_token=${token}` })).toBe(403);
  });

  it('tells a browser in a page what to do, by no script and no style', async () => {
    const response = await app.request('http://lab.example/runs/a', { headers: { host, accept: 'text/html,*/*' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'text/html; charset=UTF-8']);
    const page = await response.text();
    expect(page).toContain('open the address that `toolemu view` printed');
    expect(page).not.toMatch(/<script|<style|style=|onload/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const api = await app.request('http://lab.example/api/runs', { headers: { host, accept: 'text/html' } });
    expect(await api.text()).toMatch(/^open the address/);
  });

  it('sends nobody elsewhere', async () => {
    const { headers } = await app.request(`http://lab.example//evil.example/x?token=${token}`, { headers: { host } });
    expect(headers.get('location')).toBe('/evil.example/x');
  });

  it('refuses pages of other sites even so', async () => {
    expect(await statusOf(app, { host, origin: 'http://evil.example', cookie: `toolemu_token_4173=${token}` })).toBe(
      403,
    );
  });

  it('is another one each time', () => {
    expect(createToken()).not.toBe(token);
    expect(token.length).toBeGreaterThanOrEqual(32);
  });
});

describe('the headers', () => {
  it('allow what this server sends, and nothing that is written into a page', async () => {
    const { headers } = await appOf(null).request('http://localhost/', { headers: { host: 'localhost' } });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=]+'/);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});

describe('isLoopback', () => {
  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['lab.example', false],
  ])('%s: %s', (host, is) => {
    expect(isLoopback(host)).toBe(is);
  });
});
