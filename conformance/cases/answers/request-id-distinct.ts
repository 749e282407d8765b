import type { DeclareCases } from '../../src/case/case.ts';
import { type RequestSpec, responseHeader } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';

/** Cases which check that each request gets a request id of its own. */
export const requestIdDistinctCases: DeclareCases = (contract) => [
  {
    id: 'answers/request-id-distinct',
    title: 'Two requests with the same X-Request-Id get two different request ids',
    requirement: 'request-id-on-every-answer',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const { request } = await sharedFetch(subject);
      // A server that repeats an id chosen by the client returns the same one for both requests.
      const named: RequestSpec = { ...request, headers: [...request.headers, ['X-Request-Id', 'chosen-by-the-client-0001']] };
      const [one, other] = [await subject.send(named), await subject.send(named)];
      const ids = [one, other].map(({ answer: response }) => response && responseHeader(response, 'x-request-id'));
      if (ids[0] !== ids[1]) return [];
      return broken(contract, 'request-id-on-every-answer', {
        member: 'X-Request-Id',
        expected: 'two ids',
        received: `X-Request-Id: ${ids.join(' twice, ')}`,
        exchanges: [one, other],
      });
    },
  },
];
