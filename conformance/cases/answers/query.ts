import type { DeclareCases } from '../../src/case/case.ts';
import { checkMediaType } from '../../src/checks/check-media-type.ts';
import { operationById, requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess, responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { invoiceOf, sharedFetch } from '../../src/subject/shared-exchanges.ts';
import { firstWrong } from '../play/odd-input.ts';

/** Query strings with which clients of other APIs choose the form of the response. */
const queries = ['callback=read', 'jsonp=read', 'format=xml', 'fields=id', '_method=GET', 'envelope=true', 'pretty=1&alt=media'];

export const queryCases: DeclareCases = (contract) => {
  const fetch = operationById(contract, 'fetchPayment');
  return [
    {
      id: 'answers/query',
      title: 'A fetch with a query string is refused, or returns the complete invoice in its usual form',
      requirement: requirementAbout(fetch, 'media-type').id,
      covers: ['fetch-answers-invoice'],
      operations: ['create-payment', 'fetch-payment'],
      takesEither: true,
      derived: true,
      async run({ subject }) {
        const without = await sharedFetch(subject);
        // A field that the contract does not have may appear and disappear.
        const names = Object.keys(invoiceOf(without)).filter((name) => Object.hasOwn(fetch.response.properties ?? {}, name));
        return firstWrong(queries, async (query) => {
          const exchange = await subject.send({ ...without.request, path: `${without.request.path}?${query}` });
          const { answer } = exchange;
          if (!answer || !isSuccess(answer)) return [];
          const wrong = checkMediaType(fetch, requirementAbout(fetch, 'media-type'), exchange);
          const shown = responseObject(answer) ?? {};
          if (wrong.length > 0 || names.every((name) => Object.hasOwn(shown, name))) return wrong;
          return broken(contract, 'fetch-answers-invoice', {
            difference: `query: absent → ${query}`,
            expected: 'the invoice, as without a query string',
            received: `${answer.status} ${showValue(answer.text)}`,
            exchanges: [exchange],
          });
        });
      },
    },
  ];
};
