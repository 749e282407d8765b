import { isSuccess, responseObject } from '../http/exchange.ts';
import { readTime } from '../text/read-time.ts';
import type { Recorded } from '../wire/recorder.ts';

/** Milliseconds by which an invoice may have expired sooner than this machine's clock says: times may be in whole seconds. */
const slack = 1000;

/**
 * Tells if an invoice of the case reached the end of its lifetime while the case was still busy with it. What the case saw
 * may be an expiry then, which is the deployment's right: its invoices live for seconds, or its responses take as long.
 */
export function outlivesInvoice(scope: string, record: readonly Recorded[] = []): boolean {
  const now = Date.now();
  return record.some(({ scope: of, exchange }) => {
    const response = of === scope ? exchange?.answer : undefined;
    if (!exchange || !response || !isSuccess(response)) return false;
    const { createdAt, expiresAt } = responseObject(response) ?? {};
    const lifetime = readTime(expiresAt) - readTime(createdAt);
    return lifetime > 0 && now - Date.parse(exchange.startedAt) >= Math.max(lifetime - slack, lifetime / 2);
  });
}
