import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { bearerToken } from '../../src/text/marks.ts';
import { readRecord } from '../play/judge-record.ts';

/**
 * How many invoices are fetched for the first time at the end. They are enough to find a defect that affects one create in ten.
 */
const most = 30;

/** Cases which check that fetch finds every invoice that the run created. */
export const foundCases: DeclareCases = (contract) => [
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
      const created = new Map(
        unmoved
          .filter(({ isNew, exchange }) => isNew && isOwn(exchange))
          .map(({ invoice, exchange }) => [String(invoice.id), exchange]),
      );
      const { path } = operationById(contract, 'fetchPayment');
      const fetches = exchanges.filter(
        (exchange) => exchange.request.path === path && isOwn(exchange) && created.has(idIn(exchange)),
      );
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

/** Checks whether a request has the token of the run and no other. */
export function isOwn({ request }: Exchange): boolean {
  const tokens = request.headers.filter(([name]) => name.toLowerCase() === 'authorization');
  return tokens.length === 1 && tokens[0]?.[1] === bearerToken;
}

/** Returns the id in a request's body, if the body has nothing else. */
function idIn({ request }: Exchange): string {
  const [, id = ''] = /^\{"invoiceId":"([^"\\]*)"\}$/.exec(request.body ?? '') ?? [];
  return id;
}
