import { isSuccess, responseObject } from '../http/exchange.ts';
import { readTime } from '../text/read-time.ts';
import type { Recorder } from '../wire/recorder.ts';

/** Milliseconds by which an invoice may expire earlier than this machine's clock says, because times may be in whole seconds. */
const slack = 1000;

/**
 * Returns whether an invoice of the case reached the end of its lifetime while the case was still using it, or what the case shares
 * with others was. What the case saw may then be an expiry and no defect: the invoices live for seconds, or the responses take that
 * long.
 */
export function outlivesInvoice(id: string, recorder: Pick<Recorder, 'all' | 'scopesOf'> | undefined): boolean {
  return (recorder?.scopesOf(id) ?? []).some((scope) => {
    const exchanges = recorder?.all.flatMap(({ scope: of, exchange }) => (of === scope ? (exchange ?? []) : [])) ?? [];
    const last = exchanges.at(-1);
    // What is shared may have been over long before this case.
    const end = scope === id || !last ? Date.now() : Date.parse(last.startedAt) + last.milliseconds;
    return exchanges.some(({ answer: response, startedAt }) => {
      if (!response || !isSuccess(response)) return false;
      const { createdAt, expiresAt } = responseObject(response) ?? {};
      const lifetime = readTime(expiresAt) - readTime(createdAt);
      return lifetime > 0 && end - Date.parse(startedAt) >= Math.max(lifetime - slack, lifetime / 2);
    });
  });
}
