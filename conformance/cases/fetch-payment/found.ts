import type { DeclareCases } from '../../src/case/case.ts';
import { operationById } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { readRecord } from '../play/read-record.ts';

/** Fetch knows every invoice that a create of the run returned: the tenth, and the hundredth. */
export const foundCases: DeclareCases = (contract) => [
  {
    id: 'fetch-payment/found/every-create',
    title: 'No invoice that a create of the run returned is unknown to fetch, then and at the end',
    requirement: 'fetch-answers-invoice',
    operations: ['create-payment', 'fetch-payment'],
    alone: true,
    judgesRecord: true,
    async run(context) {
      const { subject } = context;
      const { exchanges, unmoved } = await readRecord(context);
      const created = new Map(
        unmoved.filter(({ isNew, exchange }) => isNew && isOwn(exchange)).map(({ invoice, exchange }) => [invoice.id, exchange]),
      );
      const { path } = operationById(contract, 'fetchPayment');
      const lost = exchanges.find(
        (exchange) =>
          exchange.answer?.status === 404 && exchange.request.path === path && isOwn(exchange) && created.has(idIn(exchange)),
      );
      if (lost === undefined) return [];
      // A copy that fetch reads may lag behind.
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

/** Tells if a request has the token of the run, and no other. */
function isOwn({ request }: Exchange): boolean {
  const tokens = request.headers.filter(([name]) => name.toLowerCase() === 'authorization');
  return tokens.length === 1 && tokens[0]?.[1] === 'Bearer $TOKEN';
}

/** Returns the id that a request asks for, where its body names nothing else. */
function idIn({ request }: Exchange): unknown {
  const [, id] = /^\{"invoiceId":("[^"\\]*")\}$/.exec(request.body ?? '') ?? [];
  return id && JSON.parse(id);
}
