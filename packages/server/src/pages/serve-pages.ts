import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ProblemError } from '@payment-invoice/stubs';
import type { Context, Middleware } from 'koa';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import type { Access } from './page-access.ts';

/**
 * A function that responds to a request for a page.
 * @param caught the texts of the groups in the path's expression
 */
export type Respond = (ctx: Context, ...caught: string[]) => Promise<void> | void;

/** A page, or several pages whose paths match one expression. */
export interface Page {
  path: RegExp;
  /** The rule that admits requests. */
  access: Access;
  /** Responds to GET and HEAD. */
  GET?: Respond;
  POST?: Respond;
  /** Responds to every method, instead of `GET` and `POST`. */
  any?: Respond;
  /** The headers of each response, including refusals. */
  headers?: Readonly<Record<string, string>>;
  /** Responds to an error. Without it, the server responds with a problem. */
  fail?: (ctx: Context, error: unknown) => void;
}

/** Serves a table of pages. The first page whose path matches responds. A method that the page does not have gets a 405. */
export function servePages(pages: readonly Page[]): Middleware {
  return async (ctx, next) => {
    for (const page of pages) {
      const match = page.path.exec(ctx.path);
      if (match) return serve(page, ctx, match.slice(1));
    }
    return next();
  };
}

async function serve(page: Page, ctx: Context, caught: string[]): Promise<void> {
  ctx.set({ ...page.headers });
  try {
    const respond = findMethod(page, ctx.method);
    await page.access(ctx);
    await respond(ctx, ...caught);
  } catch (error) {
    if (!page.fail) throw error;
    page.fail(ctx, error);
  }
}

function findMethod({ GET, POST, any }: Page, method: string): Respond {
  const methods: Readonly<Record<string, Respond>> = { ...(GET && { GET, HEAD: GET }), ...(POST && { POST }) };
  const respond = any ?? (Object.hasOwn(methods, method) ? methods[method] : undefined);
  if (respond) return respond;
  const allowed = Object.keys(methods);
  throw new ProblemError('method_not_allowed', `This path is asked with ${allowed.join(' or ')}.`, {
    headers: { Allow: allowed.join(', ') },
  });
}

/** A file that a page loads. Its path changes with its content, so that browsers may cache it forever. */
export interface AssetFile {
  path: string;
  type: string;
  content: Buffer;
}

export function readAsset(file: URL, type: string): AssetFile {
  const content = readFileSync(file);
  const name = basename(file.pathname).replace('.', `.${hash('sha256', content).slice(0, 10)}.`);
  return { path: `/assets/${name}`, type, content };
}

/**
 * Makes a function that sends one of the files, found by its extension. Browsers cache it forever, unless they ask for
 * the file of an older version.
 */
export function sendAssets(files: Readonly<Record<string, AssetFile>>): Respond {
  return (ctx, ending = '') => {
    const file = files[ending];
    if (!file) return;
    ctx.set({
      'Content-Type': file.type,
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(ctx.path === file.path && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
    });
    ctx.body = file.content;
  };
}

/** Returns the path of the service's URL, for links on its pages: a proxy may serve the service below a path. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** Returns the problem for an expected error; undefined when the error is a bug. */
export function problemOfError(error: unknown): ProblemError | undefined {
  if (!(error instanceof StoreUnavailableError)) return undefined;
  const detail = error.mayBeDone
    ? 'The service lost its store under the request, which may have taken effect. Send the same request again later, a create with the same Idempotency-Key.'
    : 'The service cannot reach its store; nothing was changed. Try again later.';
  return new ProblemError('service_unavailable', detail, { headers: { 'Retry-After': '5' }, cause: error });
}
