import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ProblemError } from '@payment-invoice/stubs';
import type { Context, Middleware } from 'koa';
import { StoreUnavailableError } from '../store/store-unavailable-error.ts';
import type { Access } from './page-access.ts';

/** A function that responds to a request for a page. `caught` contains the strings that the groups in the path matched. */
export type Respond = (ctx: Context, ...caught: string[]) => Promise<void> | void;

/** A page, or several pages whose paths match the same expression. */
export interface Page {
  path: RegExp;
  access: Access;
  /** Responds to GET and HEAD requests. */
  GET?: Respond;
  POST?: Respond;
  /** Responds to every method. Used instead of `GET` and `POST`. */
  any?: Respond;
  /** The headers of every response, including refusals. */
  headers?: Readonly<Record<string, string>>;
  /** Responds to an error. Without this function, the server responds with a problem. */
  fail?: (ctx: Context, error: unknown) => void;
}

/** Serves pages. A request goes to the first page whose path matches. Responds with a 405 if the page lacks the method. */
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
  const headers = { Allow: allowed.join(', ') };
  throw new ProblemError('method_not_allowed', `Send ${allowed.join(' or ')} to this path.`, { headers });
}

/** A file that a page loads. Its path contains a hash of its content, so browsers may cache it forever. */
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

/** Sends the file with the requested extension. Allows caching only if the path contains the hash of the current file. */
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

/** Returns the path of the public URL, for links on pages. It is empty unless a proxy serves the service under a path. */
export const basePathOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '');

/** Converts an expected error to its problem. Returns undefined if the error is a bug. */
export function problemOfError(error: unknown): ProblemError | undefined {
  if (!(error instanceof StoreUnavailableError)) return undefined;
  const detail = error.mayBeDone
    ? 'The service lost its store during the request, which may have taken effect. Send the same request again later, with the same Idempotency-Key if it is a create.'
    : 'The service cannot reach its store; nothing was changed. Try again later.';
  return new ProblemError('service_unavailable', detail, { headers: { 'Retry-After': '5' }, cause: error });
}
