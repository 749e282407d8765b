import { isSuccess, responseObject } from '../http/exchange.ts';
import { readTime } from '../text/read-time.ts';
import type { Recorder } from '../wire/recorder.ts';

/** Milliseconds by which an invoice may expire earlier than this machine's clock says, because times may be in whole seconds. */
const slack = 1000;

/**
 * Returns whether an invoice reached the end of its lifetime while the case, or an exchange that it shares with others, was still
 * using it. A finding may then show an expiry instead of a defect: invoices may live for seconds only, or responses may take that
 * long.
 */
export function outlivesInvoice(id: string, recorder: Pick<Recorder, 'all' | 'scopesOf'> | undefined): boolean {
  return (recorder?.scopesOf(id) ?? []).some((scope) => {
    const exchanges = recorder?.all.flatMap(({ scope: of, exchange }) => (of === scope ? (exchange ?? []) : [])) ?? [];
    const last = exchanges.at(-1);
    // A shared exchange may have ended long before this case.
    const end = scope === id || !last ? Date.now() : Date.parse(last.startedAt) + last.milliseconds;
    return exchanges.some(({ answer: response, startedAt }) => {
      if (!response || !isSuccess(response)) return false;
      const { createdAt, expiresAt } = responseObject(response) ?? {};
      const lifetime = readTime(expiresAt) - readTime(createdAt);
      return lifetime > 0 && end - Date.parse(startedAt) >= Math.max(lifetime - slack, lifetime / 2);
    });
  });
}
