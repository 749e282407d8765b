import type { Case, DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type RequestSpec, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';
import { firstWrong } from '../play/first-wrong.ts';

/** Values of Accept that some servers respond to with another body, or with 406. */
const values = ['text/html', 'application/xml', 'application/vnd.payments.v1+json', 'application/json;q=0'];

/** Accept is ignored. */
export const acceptIgnoredCases: DeclareCases = (contract) => {
  const ignored = (id: string, title: string, change: (request: RequestSpec) => RequestSpec): Case => ({
    id,
    title,
    requirement: 'accept-is-ignored',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const fetched = await sharedFetch(subject);
      const request = change(fetched.request);
      const { answer: without } = request === fetched.request ? fetched : await subject.send(request);
      return firstWrong(values, async (value) => {
        const exchange = await subject.send({ ...request, headers: [...request.headers, ['Accept', value]] });
        const response = exchange.answer;
        const types = [response, without].map((one) => one && responseHeader(one, 'content-type'));
        if (response?.status === without?.status && response && responseObject(response) && types[0] === types[1]) return [];
        return broken(contract, 'accept-is-ignored', {
          member: 'Accept',
          difference: `Accept: absent → ${value}`,
          expected: 'the same response',
          received: `${response?.status} ${types[0]} ${showValue(response?.text)}`,
          exchanges: [exchange],
        });
      });
    },
  });
  return [
    ignored('answers/accept-ignored', 'Accept changes nothing, whatever it asks for', (request) => request),
    ignored('answers/accept-ignored/refused', 'Accept changes nothing of a refusal either', (request) => ({
      ...request,
      body: '{}',
    })),
  ];
};
