import type { Case } from '../../src/case/case.ts';
import { checkProblem } from '../../src/checks/check-problem.ts';
import { type Contract, requirementAbout, requirementById } from '../../src/contract/contract.ts';
import { answerHeader, type Exchange } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { outcomeOf } from '../../src/subject/baseline.ts';

/** The exact statuses: of successes, of an unknown path, of other methods. */
export function statusCodeCases(contract: Contract): Case[] {
  return [
    ...contract.operations.flatMap((operation): Case[] => [
      {
        id: `${operation.slug}/answer/http-status`,
        title: `A successful ${operation.slug} answers 200`,
        requirement: requirementAbout(operation, 'success-status').id,
        operations: [operation.slug],
        async run({ subject }) {
          const exchange = await outcomeOf(subject, operation);
          if (exchange.answer?.status === 200) return [];
          return [
            makeFinding(contract, requirementAbout(operation, 'success-status').id, {
              expected: 'status 200',
              received: `status ${exchange.answer?.status}`,
              exchanges: [exchange],
            }),
          ];
        },
      },
      ...['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'].map(
        (method): Case => ({
          id: `${operation.slug}/method/${method.toLowerCase()}/status`,
          title: `${method} at the path of ${operation.slug} is answered 405 with Allow`,
          requirement: 'other-method-is-405',
          covers: ['allow-lists-methods'],
          operations: [operation.slug],
          async run({ subject, features }) {
            const { body: _body, ...spec } = jsonRequest(operation.path, {});
            const exchange = await subject.send({ ...spec, method });
            const status = exchange.answer?.status;
            const allow = exchange.answer && answerHeader(exchange.answer, 'allow');
            if (status !== 405) {
              return [
                makeFinding(contract, 'other-method-is-405', {
                  expected: 'status 405',
                  received: `status ${status}`,
                  exchanges: [exchange],
                }),
              ];
            }
            const lists = allow?.split(',').map((name) => name.trim().toUpperCase()) ?? [];
            if (lists.includes('POST') && !lists.includes(method)) {
              // A HEAD has no body that could say more.
              return method === 'HEAD'
                ? []
                : judgeCode(contract, features, 'other-method-is-405', 'method_not_allowed', exchange);
            }
            return [
              makeFinding(contract, 'allow-lists-methods', {
                member: 'Allow',
                expected: 'Allow: POST',
                received: `Allow: ${allow ?? 'absent'}`,
                exchanges: [exchange],
              }),
            ];
          },
        }),
      ),
    ]),
    {
      id: 'unknown-path',
      title: 'A path that the contract does not know is answered 404',
      requirement: 'unknown-path-is-404',
      operations: [],
      async run({ subject, features }) {
        const exchange = await subject.send(jsonRequest('/api/v1/payments/no-such-operation', {}));
        if (exchange.answer?.status === 404) return judgeCode(contract, features, 'unknown-path-is-404', 'not_found', exchange);
        return [
          makeFinding(contract, 'unknown-path-is-404', {
            expected: 'status 404',
            received: `status ${exchange.answer?.status}`,
            exchanges: [exchange],
          }),
        ];
      },
    },
  ];
}

/** By a deployment that claims problem details the refusal is the problem of that code. */
function judgeCode(contract: Contract, features: ReadonlySet<string>, id: string, code: string, exchange: Exchange): Finding[] {
  if (!features.has('problem-details')) return [];
  const requirement = requirementById(contract, id);
  return checkProblem(contract, { pointer: requirement.pointer, problem: { requirement, code } }, exchange);
}
