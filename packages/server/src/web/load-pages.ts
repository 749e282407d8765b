import type { Api } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import { servePages } from '../pages/serve-pages.ts';
import type { PageParts } from './page-table.ts';

/**
 * The time in milliseconds after which the pages are loaded even if nobody has requested one. By then the API is already serving.
 */
const idle = 1000;

/** Serves the pages, and loads them at the first request for one: a hundred modules that the API can start without. */
export function loadPages(parts: PageParts, api: Api): Middleware {
  let loading: Promise<Middleware> | undefined;
  const load = (): Promise<Middleware> => {
    loading ??= import('./page-table.ts').then(
      ({ listPages }) => servePages(listPages(parts, api)),
      (error) => {
        // Loading can fail for lack of file descriptors, for example. The next request tries again.
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
