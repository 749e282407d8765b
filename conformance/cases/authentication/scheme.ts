import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { sharedFetch } from '../../src/subject/shared-exchanges.ts';

/** The scheme of a token. */
export const schemeCases: DeclareCases = (contract) => [
  {
    id: 'authentication/scheme/any-case',
    title: 'The scheme is taken in any case: bearer, BEARER',
    requirement: 'token-scheme-any-case',
    operations: ['create-payment', 'fetch-payment'],
    async run({ subject }) {
      const { request } = await sharedFetch(subject);
      for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
        const headers = request.headers.map(([name, value]): [string, string] => [
          name,
          name === 'Authorization' ? `${scheme} $TOKEN` : value,
        ]);
        const exchange = await subject.send({ ...request, headers });
        if (exchange.answer && isSuccess(exchange.answer)) continue;
        return broken(contract, 'token-scheme-any-case', {
          member: 'Authorization',
          difference: `Authorization: Bearer $TOKEN → ${scheme} $TOKEN`,
          expected: 'a success',
          received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
          exchanges: [exchange],
        });
      }
      return [];
    },
  },
];
