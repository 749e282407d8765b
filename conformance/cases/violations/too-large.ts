import { requirementById } from '../../src/contract/contract.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { DeriveViolations, Violation } from './violation.ts';

/** Ways to send a body that is too large: only white space makes it so. */
const ways: { id: string; title: string; over: number; headers: [string, string][] }[] = [
  { id: 'too-large', title: '', over: 1, headers: [] },
  { id: 'too-large-in-chunks', title: ' whose length is not told', over: 1024, headers: [['Transfer-Encoding', 'chunked']] },
];

/** Derives bodies that are larger than the contract allows, with and without a Content-Length. */
export const tooLargeViolations: DeriveViolations = (contract, operation) => {
  const requirement = requirementById(contract, 'large-body-is-413');
  return ways.map(
    ({ id, title, over, headers }): Violation => ({
      id: `body/${id}`,
      title: `A ${operation.slug} body of more than ${contract.bodyLimit / 1024} KiB${title} is refused`,
      requirement,
      pointer: operation.requestPointer,
      about: 'size',
      kind: 'input',
      request(body) {
        const spec = requestFor(operation, body);
        const bytes = contract.bodyLimit + over;
        return {
          spec: { ...spec, headers: [...spec.headers, ...headers], body: (spec.body ?? '').padEnd(bytes) },
          difference: `body: ${bytes} bytes${title}, spaces at its end`,
        };
      },
      problem: { requirement, code: 'payload_too_large' },
    }),
  );
};
