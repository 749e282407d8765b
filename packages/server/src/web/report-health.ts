import type { Metrics } from '../monitoring/metrics.ts';
import type { Respond } from '../pages/serve-pages.ts';
import type { Store } from '../store/store.ts';

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

/** Milliseconds for which the metrics are shown again: collecting them takes as long as several requests. */
const metricsFresh = 100;

export function reportMetrics(metrics: Metrics): Respond {
  let rendered: ReturnType<Metrics['render']> | undefined;
  return async (ctx) => {
    if (!rendered) {
      rendered = metrics.render();
      setTimeout(() => {
        rendered = undefined;
      }, metricsFresh).unref();
    }
    const { type, text } = await rendered;
    ctx.set('Content-Type', type);
    ctx.body = text;
  };
}
