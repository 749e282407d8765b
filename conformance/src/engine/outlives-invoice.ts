import { isSuccess, responseObject } from '../http/exchange.ts';
import { readTime } from '../text/read-time.ts';
import type { Recorded } from '../wire/recorder.ts';

/** Milliseconds by which an invoice may expire earlier than this machine's clock says, because times may be in whole seconds. */
const slack = 1000;

/**
 * Returns whether an invoice of the case reached the end of its lifetime while the case was still using it. What the case saw may
 * then be an expiry and no defect: the invoices live for seconds, or the responses take that long.
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
