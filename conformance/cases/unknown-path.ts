import type { DeclareCases } from '../src/case/case.ts';
import { unknownPath } from '../src/contract/contract.ts';
import { jsonRequest } from '../src/http/json-request.ts';
import { broken } from '../src/outcome/make-finding.ts';
import { judgeCode } from './derive/judge-code.ts';

/** A path that the contract does not know. */
export const unknownPathCases: DeclareCases = (contract) => [
  {
    id: 'unknown-path',
    title: 'A path that the contract does not know is refused with 404',
    requirement: 'unknown-path-is-404',
    covers: ['errors-are-problems'],
    operations: [],
    problem: 'not_found',
    async run({ subject, features }) {
      const exchange = await subject.send(jsonRequest(unknownPath(contract), {}));
      // The status is right: only its problem may be wrong.
      if (exchange.answer?.status === 404) return judgeCode(contract, features, 'errors-are-problems', 'not_found', exchange);
      return broken(contract, 'unknown-path-is-404', {
        expected: 'status 404',
        received: `status ${exchange.answer?.status}`,
        exchanges: [exchange],
      });
    },
  },
];
