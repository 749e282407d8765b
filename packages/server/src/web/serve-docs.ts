import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Middleware } from 'koa';
import { basePathOf } from './base-path.ts';
import { route } from './route.ts';

/** The rendered docs: in the published package beside the code, else where a script writes them, beside the generated contract. */
const published = fileURLToPath(new URL('../../docs', import.meta.url));
const docsFolder = existsSync(published)
  ? published
  : join(createRequire(import.meta.url).resolve('@payment-invoice/generated/contract.json'), '../../docs');

/**
 * `/docs/`, to which `/` leads, and `/docs/requirements`, also by the names of their files: the pages link to each other by these,
 * because they are read from a folder too.
 */
export function serveDocs(baseUrl: () => string, folder = docsFolder): Middleware {
  const page = route('GET', /^\/docs\/(index\.html)?$/, (ctx) => serveFile(ctx, join(folder, 'index.html')));
  const requirements = route('GET', /^\/docs\/requirements(?:\.html)?$/, (ctx) =>
    serveFile(ctx, join(folder, 'requirements.html')),
  );
  // With the slash, or links beside the page would lead to the root.
  const bare = route('GET', /^\/(?:docs)?$/, (ctx) => ctx.redirect(`${basePathOf(baseUrl())}/docs/`));
  return (ctx, next) => bare(ctx, () => page(ctx, () => requirements(ctx, next)));
}

/** The page, or a sentence on how to make it. Read at each request, so that a new one shows. */
async function serveFile(ctx: Context, file: string): Promise<void> {
  try {
    ctx.body = await readFile(file);
    ctx.set({
      'Content-Type': 'text/html; charset=utf-8',
      // What else they may do the pages say themselves, as they are read from a folder too; this can be said in a header alone.
      'Content-Security-Policy': "frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    ctx.status = 503;
    ctx.set('Content-Type', 'text/plain; charset=utf-8');
    ctx.body = 'The docs have not been built yet: run `npm run docs` in the project, then load this page again.\n';
  }
}
