import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import { route } from './route.ts';

/** The rendered docs; a script writes them beside the generated contract. */
const FILE = join(createRequire(import.meta.url).resolve('@payment-invoice/generated/contract.json'), '../../docs/index.html');

/** `/docs`: the page, or a sentence on how to make it. Read at each request, so that a new one shows. */
export function serveDocs(file = FILE): Middleware {
  return route('GET', /^\/docs\/?$/, async (ctx) => {
    try {
      ctx.body = await readFile(file);
      ctx.set('Content-Type', 'text/html; charset=utf-8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      ctx.status = 503;
      ctx.set('Content-Type', 'text/plain; charset=utf-8');
      ctx.body = 'The docs have not been built yet: run `npm run docs` in the project, then load this page again.\n';
    }
  });
}
