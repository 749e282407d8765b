import { timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '@payment-invoice/kit/ids';
import type { Context } from 'koa';
import { type Form, readFields } from '../pages/read-fields.ts';
import type { PageModel } from './page-model.ts';
import type { PageServices } from './page-services.ts';
import { renderMessage } from './render-document.ts';

const cookie = 'pay_form';
const formTokenPattern = /^[0-9a-f]{32}$/;

/**
 * Returns the token that every form of a page contains. It stays the same while the browser has the page's cookie. Another site
 * can neither read nor set the cookie, so a form with the right token was filled in on our page.
 */
export function giveFormToken(ctx: Context, path: string, secure: boolean, randomBytes: RandomBytes): string {
  const token = readCookie(ctx) ?? randomBytes(16).toString('hex');
  // Does not use Koa's cookies. Behind a proxy that terminates TLS, requests arrive without TLS, and Koa then refuses to set
  // `Secure`. SameSite is Lax. With Strict, a payer who comes from the shop would get a new token, and a form that is open in
  // another tab would become invalid.
  ctx.append('Set-Cookie', `${cookie}=${token}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`);
  return token;
}

/** Returns true if a form was sent from our own page. Checks the origin that the browser reports, and the token in the form. */
export function isOwnForm(ctx: Context, sent: string, baseUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '' && site !== 'same-origin') return false;
  const origin = ctx.get('Origin');
  // Also accepts the origin that matches the Host header, because a sandbox at 127.0.0.1 may be opened as localhost.
  if (origin !== '' && origin !== new URL(baseUrl).origin && hostOf(origin) !== ctx.host) return false;
  const token = readCookie(ctx);
  return token !== undefined && formTokenPattern.test(sent) && timingSafeEqual(Buffer.from(token), Buffer.from(sent));
}

function readCookie(ctx: Context): string | undefined {
  const token = ctx.cookies.get(cookie) ?? '';
  return formTokenPattern.test(token) ? token : undefined;
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

/** Reads a form of our page. If it is malformed or was sent from elsewhere, shows a page that says so, and returns undefined. */
export async function readForm(ctx: Context, { baseUrl }: PageServices, page: PageModel): Promise<Form | undefined> {
  const form = await readFields(ctx);
  if (typeof form === 'number') return refuse(ctx, form, page);
  return isOwnForm(ctx, form.token ?? '', baseUrl()) ? form : refuse(ctx, 403, page);
}

function refuse(ctx: Context, status: number, { path, basePath, words }: PageModel): undefined {
  ctx.status = status;
  const { notDone, tooLong, notFromHere, back } = words.errors;
  const link = { href: path, words: back };
  ctx.body = renderMessage(notDone, status === 413 ? tooLong : notFromHere, { basePath, words, link });
  return undefined;
}
