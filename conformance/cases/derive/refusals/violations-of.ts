import { type Contract, methodsAt, type Operation } from '../../../src/contract/contract.ts';
import { constraintViolations } from '../../violations/constraints.ts';
import { credentialViolations } from '../../violations/credentials.ts';
import { fieldViolations } from '../../violations/fields.ts';
import { malformedBodyViolations } from '../../violations/malformed-bodies.ts';
import { mediaTypeViolations } from '../../violations/media-types.ts';
import { methodViolations } from '../../violations/methods.ts';
import { parameterViolations } from '../../violations/parameters.ts';
import { unknownInvoiceViolations } from '../../violations/unknown-invoice.ts';
import type { DeriveViolations, Violation } from '../../violations/violation.ts';
import { tooLargeViolations, wholeBodyViolations } from '../../violations/whole-body.ts';

/** Violations of an operation, by the first part of their ids. */
export const derivations = {
  authentication: [credentialViolations],
  method: [otherMethods],
  body: [
    ofBody(malformedBodyViolations),
    ofBody(fieldViolations),
    ofBody(constraintViolations),
    ofBody(wholeBodyViolations),
    unknownInvoiceViolations,
    ofBody(tooLargeViolations),
  ],
  'media-type': [ofBody(mediaTypeViolations)],
  parameter: [parameterViolations],
} satisfies Record<string, DeriveViolations[]>;

/** Leaves violations of a body to operations that take one. */
function ofBody(derive: DeriveViolations): DeriveViolations {
  return (contract, operation) => (operation.hasBody ? derive(contract, operation) : []);
}

/** Leaves out the methods that the path has. */
function otherMethods(contract: Contract, operation: Operation): Violation[] {
  const methods = methodsAt(contract, operation);
  return methodViolations(contract, operation).filter(({ id }) => !methods.includes(id.split(/[/-]/)[1]?.toUpperCase() ?? ''));
}
