import type { Case, DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type RequestSpec, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';
import { firstWrong } from '../play/first-wrong.ts';

/** Values of Accept for which some servers change the body or respond with 406. */
const values = ['text/html', 'application/xml', 'application/vnd.payments.v1+json', 'application/json;q=0'];

type Change = (request: RequestSpec) => RequestSpec;

/** Requests that are refused: by the schema, for the id, for the path and for the method. */
const refused: Change[] = [
  (request) => ({ ...request, body: '{}' }),
  (request) => ({ ...request, body: '{"invoiceId":"no-such-invoice-0123456789"}' }),
  (request) => ({ ...request, path: `${request.path}/no-such-path` }),
  (request) => ({ ...request, method: 'PUT' }),
];

/** Cases which check that a deployment ignores Accept. */
export const acceptIgnoredCases: DeclareCases = (contract) => {
  const ignored = (id: string, title: string, changes: readonly Change[]): Case => ({
    id,
    title,
    requirement: 'accept-is-ignored',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const fetched = await sharedFetch(subject);
      return firstWrong(changes, async (change) => {
        const request = change(fetched.request);
        const { answer: without } = request === fetched.request ? fetched : await subject.send(request);
        return firstWrong(values, async (value) => {
          const exchange = await subject.send({ ...request, headers: [...request.headers, ['Accept', value]] });
          const response = exchange.answer;
          const types = [response, without].map((one) => one && responseHeader(one, 'content-type'));
          // A gateway may send its own page for a path that the API does not have, whatever Accept says.
          const objects = [response, without].map((one) => one !== undefined && responseObject(one) !== undefined);
          if (response?.status === without?.status && objects[0] === objects[1] && types[0] === types[1]) return [];
          return broken(contract, 'accept-is-ignored', {
            member: 'Accept',
            difference: `Accept: absent → ${value}`,
            expected: 'the same response',
            received: `${response?.status} ${types[0]} ${showValue(response?.text)}`,
            exchanges: [exchange],
          });
        });
      });
    },
  });
  return [
    ignored('answers/accept-ignored', 'Accept changes nothing, whatever it asks for', [(request) => request]),
    ignored('answers/accept-ignored/refused', 'Accept changes nothing of a refusal either', refused),
  ];
};
