import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import { html } from 'hono/html';
import { ServerError } from './server-error.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** Whether a host name is this machine's own. */
export function isLoopback(host: string): boolean {
  return loopback.has(host.toLowerCase().replace(/\.$/, ''));
}

/** A token that cannot be guessed. */
export function createToken(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Lets pass who may ask. Without a token: requests to a name of this machine, so that no name on the web leads here. With
 * one: who knows it, by the address once (`?token=`), then by a cookie, or by the header `Authorization`. Pages of other
 * sites are refused in either case. A browser that asks for a page is told in a page what to do.
 */
export function guard(token: string | null): MiddlewareHandler {
  return async (c, next) => {
    const refusal = refusalOf(c, token);
    if (refusal === null) return next();
    if (refusal.enter) return enter(c, token ?? '');
    if (asksForPage(c)) return c.html(refusalPage(refusal.why), 403, { 'cache-control': 'no-store' });
    throw new ServerError(403, refusal.why);
  };
}

type Refusal = { readonly enter: true } | { readonly enter: false; readonly why: string };

/** Why a request is not let pass as it is; null where it is. */
function refusalOf(c: Context, token: string | null): Refusal | null {
  const host = c.req.header('host') ?? '';
  if (isOfOtherSite(c, host)) return { enter: false, why: 'pages of other sites may not ask this server' };
  if (token === null) {
    if (isLoopback(host.replace(/:\d+$/, ''))) return null;
    return { enter: false, why: `this server answers to names of this machine, as in localhost, not to ${host}` };
  }
  if (isSame(c.req.query('token') ?? '', token)) return { enter: true };
  const given = [getCookie(c, cookieOf(host)), bearerIn(c.req.header('authorization'))];
  if (given.some((one) => isSame(one ?? '', token))) return null;
  return {
    enter: false,
    why: 'open the address that `toolemu view` printed: it holds the token for this server',
  };
}

/** Keeps the token in a cookie, and takes it out of the address. */
function enter(c: Context, token: string): Response {
  const url = new URL(c.req.url);
  setCookie(c, cookieOf(c.req.header('host') ?? ''), token, { httpOnly: true, sameSite: 'Strict', path: '/' });
  url.searchParams.delete('token');
  c.header('cache-control', 'no-store');
  return c.redirect(`${url.pathname.replace(/^\/+/, '/')}${url.search}`);
}

/** Servers on other ports of a host share its cookies, so that the port is in the name. */
function cookieOf(host: string): string {
  return `toolemu_token_${/:(\d+)$/.exec(host)?.[1] ?? ''}`;
}

function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
}

function isOfOtherSite(c: Context, host: string): boolean {
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  // A link to a page may stand anywhere; what the API answers is for pages of this server alone.
  const isAsked = isOfApi(c) && site !== undefined && site !== 'same-origin' && site !== 'none';
  return (origin !== undefined && !isOrigin(origin, host)) || isAsked;
}

function isOfApi(c: Context): boolean {
  return c.req.path.startsWith('/api/');
}

function asksForPage(c: Context): boolean {
  return !isOfApi(c) && (c.req.header('accept') ?? '').includes('text/html');
}

function isOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Headers that keep a page to what this server sends: no inline script, nothing from elsewhere, in no frame. */
export const strictHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", NONCE],
    imgSrc: ["'self'"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
  referrerPolicy: 'no-referrer',
  xFrameOptions: 'DENY',
  strictTransportSecurity: false,
});

/** The page of a browser that may not come in: why, and what to do. It has no script and no style of its own. */
function refusalPage(why: string): ReturnType<typeof html> {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Not let in - toolemu</title>
</head>
<body>
<main>
<h1>Not let in</h1>
<p>Nothing is shown here: ${why}.</p>
<p>The address stands in the terminal in which the server was started. Where it was opened in this browser before, and a
link led here, load this page anew.</p>
</main>
</body>
</html>
`;
}
