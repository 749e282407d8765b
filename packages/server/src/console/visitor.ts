import type { Sweeper } from '@payment-invoice/kit/invoices';
import type { Principal } from '@payment-invoice/kit/tokens';
import type { Api } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Services } from '../handlers/services.ts';
import { basePathOf } from '../pages/serve-pages.ts';
import { giveFormToken } from '../payment-page/form-guard.ts';
import type { Sandbox } from './console.ts';
import type { CookiePlace } from './session.ts';

/** Everything that the console's pages need. */
export interface ConsoleParts {
  services: Services;
  sandbox: Sandbox;
  sweeper: Sweeper;
  logger: Logger;
  /** Handles requests as if they came from outside, and records them in the journal. */
  api: Api;
}

/** A reader of the console who has signed in with a token. */
export interface Visitor {
  principal: Principal;
  /** Used only in requests that are sent for the reader. */
  token: string;
  /** The token that is sent with each form. */
  formToken: string;
  /** The path below which the service is mounted, without a slash at the end. */
  basePath: string;
}

export function placeOf({ services }: Pick<ConsoleParts, 'services'>): CookiePlace {
  const baseUrl = services.baseUrl();
  return { path: `${basePathOf(baseUrl)}/sandbox`, isSecure: baseUrl.startsWith('https:') };
}

/** Returns the token that is sent with each form of the console. */
export function giveConsoleFormToken(ctx: Context, parts: Pick<ConsoleParts, 'services'>): string {
  const { path, isSecure } = placeOf(parts);
  return giveFormToken(ctx, path, isSecure, parts.services.randomBytes);
}

/** Finds the reader of a request; undefined when there is no session or its token is no longer valid. */
export async function findVisitor(ctx: Context, parts: ConsoleParts): Promise<Visitor | undefined> {
  const { sessions } = parts.sandbox.console;
  const token = sessions.read(ctx);
  if (token === undefined) return undefined;
  const principal = await findPrincipal(ctx, parts, token);
  if (!principal) return undefined;
  // A page that refreshes itself does not renew the session, so that the session expires even if a tab stays open.
  if (ctx.get('Sec-Fetch-Dest') !== 'empty') sessions.begin(ctx, token, placeOf(parts));
  return { principal, token, formToken: giveConsoleFormToken(ctx, parts), basePath: basePathOf(parts.services.baseUrl()) };
}

/**
 * Finds the owner of a token that has the scope to read. It works whatever is switched off, because the console shows
 * everything of an account.
 * @throws ProblemError rate_limited after too many wrong tokens
 */
export async function findPrincipal(ctx: Context, { sandbox }: ConsoleParts, token: string): Promise<Principal | undefined> {
  const asker = {
    requestId: ctx.state.requestId,
    remoteAddress: ctx.ip || undefined,
    scheme: 'bearerAuth',
    principal: undefined,
  };
  const principal = await sandbox.guard.authenticate(token, asker);
  return principal?.scopes.includes('invoices:read') ? principal : undefined;
}
