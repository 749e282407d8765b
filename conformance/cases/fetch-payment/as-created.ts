import type { Case } from '../../src/case/case.ts';
import { compareField } from '../../src/checks/compare-field.ts';
import { type Contract, operationById, requirementById } from '../../src/contract/contract.ts';
import { isHere } from '../../src/http/connection.ts';
import { type Exchange, isSuccess, type RequestSpec, responseObject } from '../../src/http/exchange.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { stayingFields } from '../../src/record/lasting-fields.ts';
import { strangeHost } from '../../src/record/own-responses.ts';
import { invoiceOf, sharedCreate, sharedFetch } from '../../src/subject/shared-exchanges.ts';

export function asCreatedCases(contract: Contract): Case[] {
  const fetch = operationById(contract, 'fetchPayment');
  const same = requirementById(contract, 'fetch-reads-what-was-created');
  const fields = stayingFields(contract, fetch);
  return [
    ...fields.map(
      (field): Case => ({
        id: `fetch-payment/as-created/${field}`,
        title: `${field} is the same in the responses of fetch and create`,
        requirement: same.id,
        operations: ['create-payment', fetch.slug],
        derived: true,
        async run({ subject }) {
          const [created, fetched] = [await sharedCreate(subject), await sharedFetch(subject)];
          invoiceOf(fetched);
          return compareField(fetch, same, field, created, fetched);
        },
      }),
    ),
    {
      id: 'fetch-payment/as-created/again',
      title: 'A second fetch returns the same invoice as the first',
      requirement: same.id,
      operations: [fetch.slug],
      derived: true,
      async run({ subject }) {
        const first = await sharedFetch(subject);
        const second = await subject.fetch(invoiceOf(first).id);
        invoiceOf(second);
        return fields.flatMap((field) => compareField(fetch, same, field, first, second));
      },
    },
    {
      id: 'fetch-payment/as-created/by-another-name',
      title: 'A fetch that names a strange host and succeeds returns the same URLs, so nobody can lead a payer elsewhere',
      requirement: same.id,
      operations: [fetch.slug],
      derived: true,
      async run({ subject }) {
        const first = await sharedFetch(subject);
        const exchange = await subject.send(withOtherHost(first));
        const shown = exchange.answer && isSuccess(exchange.answer) ? responseObject(exchange.answer) : undefined;
        if (shown?.id !== invoiceOf(first).id) return [];
        return fields.flatMap((field) => compareField(fetch, same, field, first, exchange));
      },
    },
  ];
}

/**
 * Returns the request with a foreign host name. For a deployment on this machine, the name is in Host. For any other, it is in a
 * header that does not affect routing, because a gateway could route a request by its Host, and send the token to another server.
 */
const withOtherHost = ({ request, url }: Exchange): RequestSpec =>
  withHeader(request, isHere(url) ? 'Host' : 'X-Forwarded-Host', strangeHost);
