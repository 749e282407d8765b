import type { DeclareCases } from '../src/case/case.ts';
import { unknownPath } from '../src/contract/operation-at.ts';
import { jsonRequest } from '../src/http/json-request.ts';
import { broken, insteadOf } from '../src/outcome/finding.ts';
import { judgeCode } from './derive/refusals/send-violation.ts';
import { firstWrong } from './play/odd-input.ts';

export const unknownPathCases: DeclareCases = (contract) => [
  {
    id: 'unknown-path',
    title: 'A path that the contract does not know is refused with 404, whatever the method',
    requirement: 'unknown-path-is-404',
    covers: ['errors-are-problems'],
    operations: [],
    problem: 'not_found',
    async run({ subject, features }) {
      const asked = jsonRequest(unknownPath(contract), {});
      const { body: _body, ...bare } = asked;
      return firstWrong([asked, ...['GET', 'PUT', 'DELETE'].map((method) => ({ ...bare, method }))], async (request) => {
        const exchange = await subject.send(request);
        // A 404 is right, so only its body can be wrong.
        if (exchange.answer?.status === 404) return judgeCode(contract, features, 'errors-are-problems', 'not_found', exchange);
        return broken(
          contract,
          'unknown-path-is-404',
          insteadOf(`status 404 for ${request.method} of a path that the contract does not know`, exchange),
        );
      });
    },
  },
];
