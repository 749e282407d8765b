import { requirementById } from '../../src/contract/contract.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { DeriveViolations } from './violation.ts';

/** Derives bodies that are larger than the contract allows, with and without a Content-Length. */
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
  {
    id: 'body/too-large-in-chunks',
    title: `A ${operation.slug} body of more than ${contract.bodyLimit / 1024} KiB whose length is not told is refused`,
    requirement: requirementById(contract, 'large-body-is-413'),
    pointer: operation.requestPointer,
    about: 'size',
    kind: 'input',
    request(body) {
      const spec = requestFor(operation, body);
      const padded = { ...spec, body: (spec.body ?? '').padEnd(contract.bodyLimit + 1024) };
      padded.headers = [...spec.headers, ['Transfer-Encoding', 'chunked']];
      return { spec: padded, difference: `body: ${contract.bodyLimit + 1024} bytes in chunks, spaces at its end` };
    },
    problem: { requirement: requirementById(contract, 'large-body-is-413'), code: 'payload_too_large' },
  },
];
