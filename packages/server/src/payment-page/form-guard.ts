import { timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '@payment-invoice/kit/ids';
import type { Context } from 'koa';

const cookie = 'pay_form';
const formTokenPattern = /^[0-9a-f]{32}$/;

/**
 * Gives the token that goes with each form of a page; a browser gets the same one as long as it has the page's cookie. Another
 * site can neither read nor set it, so a form that comes back with it was filled in on our page.
 */
export function giveFormToken(ctx: Context, path: string, secure: boolean, randomBytes: RandomBytes): string {
  const token = readCookie(ctx) ?? randomBytes(16).toString('hex');
  // By hand, because a proxy may end TLS: Koa refuses `Secure` on a connection that is plain here.
  // Lax and not Strict: a payer who comes from the shop must not get a new one, or a form in another tab would be refused.
  ctx.append('Set-Cookie', `${cookie}=${token}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`);
  return token;
}

/** Tells whether a form comes from our own page, by the browser's word on where it was sent from and by the token it brought. */
export function isOwnForm(ctx: Context, sent: string, baseUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin') return false;
  const origin = ctx.get('Origin');
  // By the Host header too: a sandbox that calls itself 127.0.0.1 may be looked at as localhost.
  if (origin !== '' && origin !== new URL(baseUrl).origin && hostOf(origin) !== ctx.host) return false;
  const token = readCookie(ctx);
  return token !== undefined && formTokenPattern.test(sent) && timingSafeEqual(Buffer.from(token), Buffer.from(sent));
}

function readCookie(ctx: Context): string | undefined {
  const token = ctx.cookies.get(cookie) ?? '';
  return formTokenPattern.test(token) ? token : undefined;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
