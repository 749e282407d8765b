import type { DeclareCases } from '../../src/case/case.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { readRecord } from '../play/read-record.ts';

/** Hang-ups of a run that are passed over: a network may lose a connection or two. */
const forgiven = 2;

/** Fetches on connections of their own, twice. */
const fetches = 150;

/**
 * Connections that are closed in place of a response. One that was used before proves nothing: some servers close theirs
 * after each response, or after a number of them, and do not say so. A new one has no such reason, so those decide. They are
 * opened only where hang-ups were seen.
 */
export const hangUpsCases: DeclareCases = (contract) => [
  {
    id: 'record/hang-ups',
    title: 'A fetch on a new connection gets a response, where the run saw connections closed in place of one',
    requirement: 'fetch-answers-invoice',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    alone: true,
    judgesRecord: true,
    async run(context) {
      const seen = (await readRecord(context)).exchanges.filter(({ hungUp }) => hungUp);
      if (seen.length <= forgiven) return [];
      for (let turn = 1; ; turn++) {
        const closed = await fetchAnew(context.subject);
        // A restart or a lost network closes many at once, and no more a moment later.
        if (closed.length <= forgiven - 1) return [];
        // Nobody is there any more, which the run says by itself.
        if (closed.length > fetches / 2) return [];
        if (turn < 2) continue;
        return broken(contract, 'fetch-answers-invoice', {
          expected: `a response to each of ${fetches} fetches, each on a new connection`,
          received: `${closed.length} connections closed without a response, after ${seen.length} in the run before`,
          exchanges: closed.slice(0, 1),
        });
      }
    },
  },
];

/** Fetches an invoice many times on new connections, and returns those that got no response. */
async function fetchAnew(subject: Subject): Promise<Exchange[]> {
  const { id } = invoiceOf(await sharedCreate(subject));
  const spec = subject.requestOf('fetchPayment', { invoiceId: id });
  spec.headers.push(['Connection', 'close']);
  const { wire, settings } = subject;
  const exchanges: Exchange[] = [];
  for (let at = 0; at < fetches; at += 10)
    exchanges.push(...(await Promise.all(Array.from({ length: 10 }, () => wire.send(settings, spec)))));
  return exchanges.filter(({ hungUp }) => hungUp);
}
