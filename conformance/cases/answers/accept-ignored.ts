import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { responseHeader, responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';
import { firstWrong } from '../play/first-wrong.ts';

/** Values of Accept that some servers respond to with another body, or with 406. */
const values = ['text/html', 'application/xml', 'application/vnd.payments.v1+json', 'application/json;q=0'];

/** Accept is ignored. */
export const acceptIgnoredCases: DeclareCases = (contract) => [
  {
    id: 'answers/accept-ignored',
    title: 'Accept changes nothing, whatever it asks for',
    requirement: 'accept-is-ignored',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const { request, answer: without } = await sharedFetch(subject);
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
  },
];
