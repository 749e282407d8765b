import { requirementById } from '../../src/contract/contract.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import type { DeriveViolations } from './violation.ts';

/** Derives a body that is larger than the contract allows. */
export const tooLargeViolations: DeriveViolations = (contract, operation) => [
  {
    id: 'body/too-large',
    title: `A ${operation.slug} body of more than 32 KiB is refused`,
    requirement: requirementById(contract, 'large-body-is-413'),
    pointer: operation.requestPointer,
    kind: 'input',
    request: (body) => ({
      // Only white space makes it too large.
      spec: { ...jsonRequest(operation.path, body), body: JSON.stringify(body).padEnd(32 * 1024 + 1) },
      difference: 'body: 32769 bytes, spaces at its end',
    }),
    problem: { requirement: requirementById(contract, 'large-body-is-413'), code: 'payload_too_large' },
  },
];
