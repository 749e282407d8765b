import type { Api } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import { servePages } from '../pages/serve-pages.ts';
import type { PageParts } from './page-table.ts';

/** The time after which pages are loaded that nobody has asked for, in milliseconds: by then the API has begun to serve. */
const idle = 1000;

/** Serves the pages, which the first request for one loads: a hundred modules that the API can start without. */
export function loadPages(parts: PageParts, api: Api): Middleware {
  let loading: Promise<Middleware> | undefined;
  const load = (): Promise<Middleware> => {
    loading ??= import('./page-table.ts').then(
      ({ listPages }) => servePages(listPages(parts, api)),
      (error) => {
        // Such as too many open files: the next request tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  setTimeout(() => load().catch(() => undefined), idle).unref();
  return async (ctx, next) => {
    const serve = await load();
    return serve(ctx, next);
  };
}
