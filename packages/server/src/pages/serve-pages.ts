import { ProblemError } from '@payment-invoice/stubs';
import type { Context, Middleware } from 'koa';
import type { Access } from './page-access.ts';

/** Responds to a request for a page; `caught` is what the groups of its path caught. */
export type Respond = (ctx: Context, ...caught: string[]) => Promise<void> | void;

/** A row of the table of pages. */
export interface Page {
  path: RegExp;
  /** The rule that lets requests in. */
  access: Access;
  /** Responds to HEAD too. */
  GET?: Respond;
  POST?: Respond;
  /** Responds to every method, in place of the two above. */
  any?: Respond;
  /** Headers of every response of the page, refusals included. */
  headers?: Readonly<Record<string, string>>;
  /** Responds to an error; by default the server does, with a problem. */
  fail?: (ctx: Context, error: unknown) => void;
}

/** Serves a table of pages: the first whose path fits responds. A method that it does not have is a 405. */
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
