import type { Metrics } from '../monitoring/metrics.ts';
import type { Respond } from '../pages/serve-pages.ts';
import type { Store } from '../store/store.ts';

/** Responds to `/healthz` with a success, which shows that the process is running. */
export const reportHealth: Respond = (ctx) => {
  ctx.body = { status: 'ok' };
};

/** Responds to `/readyz`: with a success if the server can handle requests, or with 503 while its store is unavailable. */
export function reportReadiness(store: Pick<Store, 'check'>): Respond {
  return async (ctx) => {
    await store.check();
    ctx.body = { status: 'ready' };
  };
}

/** How long collected metrics are reused, in milliseconds. Collecting them takes as long as several requests. */
const metricsFresh = 100;

export function reportMetrics(metrics: Metrics): Respond {
  let rendered: ReturnType<Metrics['render']> | undefined;
  return async (ctx) => {
    if (!rendered) {
      rendered = metrics.render();
      setTimeout(() => (rendered = undefined), metricsFresh).unref();
    }
    const { type, text } = await rendered;
    ctx.set('Content-Type', type);
    ctx.body = text;
  };
}
