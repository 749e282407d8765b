import { sharedSubmit } from '../../payments/receipts.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { checkMediaType } from '../../src/checks/check-media-type.ts';
import { type Contract, operationById, requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { bareType } from '../../src/contract/plain/read-responses.ts';
import { type HttpResponse, isSuccess, type RequestSpec, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { invoiceOf, sharedCreate, sharedFetch } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { firstWrong } from '../play/odd-input.ts';

/** Values of Accept for which some servers change the body or respond with 406. */
const values = 'text/html image/* application/xml application/vnd.payments.v1+json application/json application/json;q=0'.split(
  ' ',
);

/** Ways to break a request: an invalid body, an unknown id, an unknown path and an unsupported method. */
const refused: ((request: RequestSpec) => RequestSpec)[] = [
  (request) => ({ ...request, body: '{}' }),
  (request) => ({ ...request, body: '{"invoiceId":"no-such-invoice-0123456789"}' }),
  (request) => ({ ...request, path: `${request.path}/no-such-path` }),
  (request) => ({ ...request, method: 'PUT' }),
];

/** Checks that a request gets the same response with each Accept header as without one. */
async function judge(
  contract: Contract,
  subject: Subject,
  request: RequestSpec,
  without: HttpResponse | undefined,
): Promise<Finding[]> {
  return firstWrong(values, async (value) => {
    const exchange = await subject.send({ ...request, headers: [...request.headers, ['Accept', value]] });
    const response = exchange.answer;
    const types = [response, without].map((one) => one && bareType(responseHeader(one, 'content-type')));
    // Of the bodies, compares only whether they are JSON objects. A gateway's page for an unknown path may vary.
    const objects = [response, without].map((one) => one !== undefined && responseObject(one) !== undefined);
    if (response?.status === without?.status && objects[0] === objects[1] && types[0] === types[1]) return [];
    return broken(contract, 'accept-is-ignored', {
      member: 'Accept',
      difference: `Accept: absent → ${value}`,
      expected: `the same response: ${without?.status} ${types[1]}`,
      received: `${response?.status} ${types[0]} ${showValue(response?.text)}`,
      exchanges: [exchange],
    });
  });
}

/** Query strings that select the format or content of a response in other APIs. */
const queries = ['callback=read', 'jsonp=read', 'format=xml', 'fields=id', '_method=GET', 'envelope=true', 'pretty=1&alt=media'];

export const acceptIgnoredCases: DeclareCases = (contract) => {
  const fetch = operationById(contract, 'fetchPayment');
  return [
    {
      id: 'answers/accept-ignored',
      title: 'No operation changes its response for an Accept header',
      requirement: 'accept-is-ignored',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      async run({ subject }) {
        const [made, fetched] = [await sharedCreate(subject), await sharedFetch(subject)];
        // Submits a second time, because the first submission changes the invoice: only later ones get identical responses.
        const again = await subject.send((await sharedSubmit(subject)).exchange.request);
        return firstWrong([made, fetched, again], ({ request, answer }) => judge(contract, subject, request, answer));
      },
    },
    {
      id: 'answers/accept-ignored/refused',
      title: 'No refusal changes for an Accept header either',
      requirement: 'accept-is-ignored',
      operations: ['create-payment', 'fetch-payment'],
      async run({ subject }) {
        const { request: right } = await sharedFetch(subject);
        return firstWrong(refused, async (change) => {
          const { request, answer } = await subject.send(change(right));
          return judge(contract, subject, request, answer);
        });
      },
    },
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
        // Ignores fields that are not in the contract, because a server may include them in some responses only.
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
