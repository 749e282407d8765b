import type { Case } from '../../src/case/case.ts';
import type { Contract, Operation } from '../../src/contract/contract.ts';
import { methodsAt } from '../../src/contract/operation-at.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { acceptedCall, freshValues } from '../../src/subject/plain-calls.ts';
import { requestFor } from '../../src/subject/request-for.ts';

const tried = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Derives cases which check that an undocumented method of a path gets no success. Only the first operation of a path has them.
 */
export function deriveOtherMethods(contract: Contract, operation: Operation): Case[] {
  if (contract.operations.find(({ path }) => path === operation.path) !== operation) return [];
  const documented = methodsAt(contract, operation);
  return tried
    .filter((method) => !documented.includes(method))
    .map((method) => ({
      id: `${operation.slug}/method/${method.toLowerCase()}`,
      title: `${method} ${operation.path}, which is not documented, has no success`,
      requirement: `${operation.slug}.method`,
      operations: [operation.slug],
      derived: true,
      async run({ subject }) {
        await acceptedCall(subject, operation);
        const { body: _body, ...spec } = requestFor(operation, await freshValues(subject, operation));
        const headers = spec.headers.filter(([name]) => name !== 'Content-Type');
        const exchange = await subject.send({ ...spec, headers, method });
        if (!exchange.answer || !isSuccess(exchange.answer)) return [];
        return broken(contract, `${operation.slug}.method`, {
          difference: `method: ${operation.method} → ${method}`,
          expected: 'no success',
          received: `status ${exchange.answer.status}`,
          exchanges: [exchange],
        });
      },
    }));
}
