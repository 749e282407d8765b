import type { Sweeper } from '@payment-invoice/kit/invoices';
import type { Principal } from '@payment-invoice/kit/tokens';
import type { Api, ApiResponse } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Services } from '../handlers/services.ts';
import { askerOf } from '../pages/page-access.ts';
import { type Form, readFields } from '../pages/read-fields.ts';
import { basePathOf } from '../pages/serve-pages.ts';
import { giveFormToken, isOwnForm } from '../payment-page/form-guard.ts';
import type { CookiePlace, Sandbox } from './console.ts';

/** The services that the console's pages need. */
export interface ConsoleParts {
  services: Services;
  sandbox: Sandbox;
  sweeper: Sweeper;
  logger: Logger;
  /** The public API, wrapped so that its requests are recorded in the journal. */
  api: Api;
}

/** A user who has signed in with a token. */
export interface Visitor {
  principal: Principal;
  /** The token with which the user signed in. It is sent only in the requests that the console makes for the user. */
  token: string;
  /** The CSRF token, which every form contains. */
  formToken: string;
  /** The path under which the service is reachable, without a final slash; usually empty. */
  basePath: string;
}

export function placeOf({ services }: Pick<ConsoleParts, 'services'>): CookiePlace {
  const baseUrl = services.baseUrl();
  return { path: `${basePathOf(baseUrl)}/sandbox`, isSecure: baseUrl.startsWith('https:') };
}

/** Returns the CSRF token, which every form of the console contains. */
export function giveConsoleFormToken(ctx: Context, parts: Pick<ConsoleParts, 'services'>): string {
  const { path, isSecure } = placeOf(parts);
  return giveFormToken(ctx, path, isSecure, parts.services.randomBytes);
}

/** Finds the user who sent a request. Returns undefined if there is no session, or if its token has become invalid. */
export async function findVisitor(ctx: Context, parts: ConsoleParts): Promise<Visitor | undefined> {
  const { sessions } = parts.sandbox.console;
  const token = sessions.read(ctx);
  if (token === undefined) return undefined;
  const principal = await findPrincipal(ctx, parts, token);
  if (!principal) return undefined;
  // The requests with which a page refreshes itself do not renew the session, so a session expires even if a tab stays open.
  if (ctx.get('Sec-Fetch-Dest') !== 'empty') sessions.begin(ctx, token, placeOf(parts));
  return { principal, token, formToken: giveConsoleFormToken(ctx, parts), basePath: basePathOf(parts.services.baseUrl()) };
}

/**
 * Finds the owner of a token. The token must have the scope for reading, because the console shows all data of an account.
 * Works even while parts are switched off.
 * @throws ProblemError rate_limited after too many wrong tokens
 */
export async function findPrincipal(ctx: Context, { sandbox }: ConsoleParts, token: string): Promise<Principal | undefined> {
  const principal = await sandbox.guard.authenticate(token, askerOf(ctx));
  return principal?.scopes.includes('invoices:read') ? principal : undefined;
}

/** Thrown if a form is rejected before its fields are read. */
export class FormRefusedError extends Error {
  override name = 'FormRefusedError';
  readonly status: 400 | 403 | 413 | 415;

  constructor(status: FormRefusedError['status']) {
    super(`A form of the console was refused with ${status}.`);
    this.status = status;
  }
}

/** Reads a form of the console. Throws a FormRefusedError if it is malformed, or was not sent from one of our pages. */
export async function readConsoleForm(ctx: Context, { services }: Pick<ConsoleParts, 'services'>): Promise<Form> {
  const form = await readFields(ctx);
  if (typeof form === 'number') throw new FormRefusedError(form);
  if (!isOwnForm(ctx, form.form ?? '', services.baseUrl())) throw new FormRefusedError(403);
  return form;
}

/** The body of a problem response. */
export interface ProblemBody {
  code: string;
  title: string;
  detail?: string;
  errors?: readonly { pointer: string; code: string; detail: string }[];
}

/**
 * Sends a request to the API for the user, with the user's token, as the user's own program would. Rate limits and outages
 * apply, and the journal records the request. The request has the same id as the browser's request for the page.
 */
export function callApi(
  ctx: Context,
  { api }: Pick<ConsoleParts, 'api'>,
  { token }: Visitor,
  path: string,
  text: string,
  idempotencyKey = '',
): Promise<ApiResponse> {
  const body = Buffer.from(text);
  return api.handle({
    method: 'POST',
    path,
    rawHeaders: [
      ...['Authorization', `Bearer ${token}`, 'Content-Type', 'application/json', 'User-Agent', 'sandbox-console'],
      ...(idempotencyKey === '' ? [] : ['Idempotency-Key', idempotencyKey]),
    ],
    requestId: ctx.state.requestId,
    remoteAddress: ctx.ip || undefined,
    readBody: async () => body,
  });
}

/** Returns the problem in a response, or undefined if the request succeeded. */
export function problemOfResponse({ status, body }: ApiResponse): ProblemBody | undefined {
  return status < 400 ? undefined : (body as ProblemBody);
}
