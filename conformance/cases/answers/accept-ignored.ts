import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';

/** Accept is ignored. */
export const acceptIgnoredCases: DeclareCases = (contract) => [
  {
    id: 'answers/accept-ignored',
    title: 'Accept: text/html changes nothing',
    requirement: 'accept-is-ignored',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const { request } = await sharedFetch(subject);
      const exchange = await subject.send({ ...request, headers: [...request.headers, ['Accept', 'text/html']] });
      if (
        exchange.answer?.status === (await sharedFetch(subject)).answer?.status &&
        exchange.answer &&
        responseObject(exchange.answer)
      )
        return [];
      return broken(contract, 'accept-is-ignored', {
        member: 'Accept',
        difference: 'Accept: absent → text/html',
        expected: 'the same response',
        received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
        exchanges: [exchange],
      });
    },
  },
];
