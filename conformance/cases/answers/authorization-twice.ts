import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';

/** Two Authorization headers. */
export const authorizationTwiceCases: DeclareCases = (contract) => [
  {
    id: 'answers/authorization-twice',
    title: 'Two Authorization headers are refused',
    requirement: 'authorization-twice-is-400',
    operations: ['create-payment'],
    problem: 'authorization_malformed',
    async run({ subject }) {
      const request = subject.requestOf('createPayment', subject.createBody);
      request.headers.push(['Authorization', 'Bearer $TOKEN']);
      const exchange = await subject.send(request);
      if (exchange.answer?.status === 400 && responseObject(exchange.answer)?.code === 'authorization_malformed') return [];
      return broken(contract, 'authorization-twice-is-400', {
        member: 'Authorization',
        difference: 'Authorization: once → twice',
        expected: '400 authorization_malformed',
        received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
        exchanges: [exchange],
      });
    },
  },
];
