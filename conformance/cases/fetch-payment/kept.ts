import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, hasSucceeded, responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { bearerToken } from '../../src/text/marks.ts';
import { changingFields } from '../play/change-of.ts';
import { readRecord } from '../play/judge-record.ts';
import { firstWrong } from '../play/odd-input.ts';

/** How many milliseconds a replica may take to show a change to readers. */
export const longestLag = 10_000;

/** Cases about the end of a run: every change that a submission has reported must still be visible. */
export const keptCases: DeclareCases = (contract) => [
  {
    id: 'fetch-payment/kept/as-submitted',
    title: 'At the end of the run, no invoice is as it was before its receipt was accepted',
    requirement: 'fetch-reads-current-state',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    derived: true,
    alone: true,
    judgesRecord: true,
    async run(context) {
      const { subject } = context;
      const { unmoved } = await readRecord(context);
      const created = new Map(unmoved.filter(({ isNew }) => isNew).map(({ invoice }) => [invoice.id, invoice]));
      const changed = unmoved
        .filter(({ operation, exchange }) => operation.id === 'submitReceipt' && isOwn(exchange))
        .filter(({ invoice }) => isChanged(created.get(invoice.id), invoice));
      const all = [...new Map(changed.map((one) => [one.invoice.id, one])).values()];
      const sample = all.filter((_, at) => at % Math.ceil(all.length / 8) === 0);
      return firstWrong(sample, async ({ invoice, exchange }) => {
        const before = created.get(invoice.id);
        const until = Date.parse(exchange.startedAt) + exchange.milliseconds + longestLag;
        for (;;) {
          const isLast = Date.now() >= until;
          const read = await subject.fetch(invoice.id);
          const shown = hasSucceeded(read) && read.answer && responseObject(read.answer);
          // If the invoice is not found, another case reports it.
          if (!shown || isChanged(before, shown)) return [];
          if (isLast)
            return broken(contract, 'fetch-reads-current-state', {
              expected: 'the invoice with its receipt, as submit returned it or with later changes',
              received: `${changingFields.map((field) => `${field}: ${showValue(shown[field])}`).join(', ')}, as before`,
              exchanges: [exchange, read],
            });
          await sleep(200);
        }
      });
    },
  },
  {
    id: 'fetch-payment/found/every-create',
    title: 'fetch finds every invoice that a create of the run returned, also at the end those that no case has fetched',
    requirement: 'fetch-answers-invoice',
    operations: ['create-payment', 'fetch-payment'],
    alone: true,
    judgesRecord: true,
    async run(context) {
      const { subject } = context;
      const { exchanges, unmoved } = await readRecord(context);
      const news = unmoved.filter(({ isNew, exchange }) => isNew && isOwn(exchange));
      const created = new Map(news.map(({ invoice, exchange }) => [String(invoice.id), exchange]));
      const { path } = operationById(contract, 'fetchPayment');
      const fetches = exchanges.filter((one) => one.request.path === path && isOwn(one) && created.has(idIn(one)));
      const fetched = new Set(fetches.map(idIn));
      const others = [...created.keys()].filter((id) => !fetched.has(id));
      const sample = others.filter((_, at) => at % Math.ceil(others.length / most) === 0);
      for (let at = 0; at < sample.length; at += 10)
        fetches.push(...(await Promise.all(sample.slice(at, at + 10).map((id) => subject.fetch(id)))));
      const lost = fetches.find(({ answer }) => answer?.status === 404);
      if (lost === undefined) return [];
      // Fetches once more, because fetch may read from a replica that lags behind.
      const again = await subject.fetch(idIn(lost));
      if (again.answer?.status !== 404) return [];
      return broken(contract, 'fetch-answers-invoice', {
        member: 'invoiceId',
        expected: 'the invoice that create returned',
        received: '404, twice',
        exchanges: [created.get(idIn(lost)) as Exchange, lost, again],
      });
    },
  },
];

/** Checks whether a receipt has changed an invoice. Both null and 0 may mean that nothing has been paid yet. */
const isChanged = (before: Record<string, unknown> | undefined, after: Record<string, unknown>): boolean =>
  before !== undefined && changingFields.some((field) => before[field] !== after[field] && (before[field] || after[field]));

/** How many invoices to fetch at the end of the run. These are enough to find a defect that affects one create in ten. */
const most = 30;

/** Checks whether a request has the token of the run and no other. */
function isOwn({ request }: Exchange): boolean {
  const tokens = request.headers.filter(([name]) => name.toLowerCase() === 'authorization');
  return tokens.length === 1 && tokens[0]?.[1] === bearerToken;
}

/** Returns the invoice id in a request's body, or an empty string if the body contains anything else. */
function idIn({ request }: Exchange): string {
  const [, id = ''] = /^\{"invoiceId":"([^"\\]*)"\}$/.exec(request.body ?? '') ?? [];
  return id;
}
