import { requirementById } from '../../src/contract/contract.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { DeriveViolations } from './violation.ts';

/** Derives a body that is larger than the contract allows. */
export const tooLargeViolations: DeriveViolations = (contract, operation) => [
  {
    id: 'body/too-large',
    title: `A ${operation.slug} body of more than ${contract.bodyLimit / 1024} KiB is refused`,
    requirement: requirementById(contract, 'large-body-is-413'),
    pointer: operation.requestPointer,
    about: 'size',
    kind: 'input',
    request(body) {
      const spec = requestFor(operation, body);
      // Only white space makes it too large.
      const padded = { ...spec, body: (spec.body ?? '').padEnd(contract.bodyLimit + 1) };
      return { spec: padded, difference: `body: ${contract.bodyLimit + 1} bytes, spaces at its end` };
    },
    problem: { requirement: requirementById(contract, 'large-body-is-413'), code: 'payload_too_large' },
  },
];
