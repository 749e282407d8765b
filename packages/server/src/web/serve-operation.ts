import { createHash, timingSafeEqual } from 'node:crypto';
import { invalidToken, readBearerToken } from '@payment-invoice/stubs';
import type { Middleware } from 'koa';
import type { Metrics } from '../monitoring/metrics.ts';
import type { Store } from '../store/store.ts';
import { route } from './route.ts';

/** What the operator's tools ask. */
export interface OperationOptions {
  store: Pick<Store, 'check'>;
  metrics: Metrics;
  /** Wanted as a bearer token for the metrics. */
  metricsToken: string | undefined;
  /** Without a token the metrics are for everyone, or for nobody. */
  isSandbox: boolean;
}

/**
 * `/healthz` (the process runs), `/readyz` (it can answer requests; 503 when its store is away) and `/metrics`.
 * How many invoices there are is nobody's business but the operator's, so a live server gives metrics for a token alone.
 */
export function serveOperation({ store, metrics, metricsToken, isSandbox }: OperationOptions): Middleware {
  const health = route('GET', /^\/healthz$/, (ctx) => {
    ctx.body = { status: 'ok' };
  });
  const ready = route('GET', /^\/readyz$/, async (ctx) => {
    await store.check();
    ctx.body = { status: 'ready' };
  });
  const measure = route('GET', /^\/metrics$/, async (ctx) => {
    const given = metricsToken && readBearerToken({ rawHeaders: ctx.req.rawHeaders });
    if (given && !isSame(given, metricsToken)) throw invalidToken();
    const { type, text } = await metrics.render();
    ctx.set('Content-Type', type);
    ctx.body = text;
  });
  const hidden = !isSandbox && metricsToken === undefined;
  return (ctx, next) => health(ctx, () => ready(ctx, () => (hidden ? next() : measure(ctx, next))));
}

/** In the same time whatever the two are. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
