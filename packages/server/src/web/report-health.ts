import type { Metrics } from '../monitoring/metrics.ts';
import type { Store } from '../store/store.ts';
import type { Respond } from './serve-pages.ts';

/** Responds to `/healthz`: the process runs. */
export const reportHealth: Respond = (ctx) => {
  ctx.body = { status: 'ok' };
};

/** Responds to `/readyz`: the server can take requests; 503 while its store is away. */
export function reportReadiness(store: Pick<Store, 'check'>): Respond {
  return async (ctx) => {
    await store.check();
    ctx.body = { status: 'ready' };
  };
}

/** Responds to `/metrics`. */
export function reportMetrics(metrics: Metrics): Respond {
  return async (ctx) => {
    const { type, text } = await metrics.render();
    ctx.set('Content-Type', type);
    ctx.body = text;
  };
}
