import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { methodsAt } from '../../../src/contract/operation-at.ts';
import { constraintViolations } from '../../violations/constraints.ts';
import { credentialViolations } from '../../violations/credentials.ts';
import { fieldViolations } from '../../violations/fields.ts';
import { malformedBodyViolations } from '../../violations/malformed-bodies.ts';
import { mediaTypeViolations } from '../../violations/media-types.ts';
import { methodViolations } from '../../violations/methods.ts';
import { parameterViolations } from '../../violations/parameters.ts';
import { schemeViolations } from '../../violations/schemes.ts';
import { unknownInvoiceViolations } from '../../violations/unknown-invoice.ts';
import type { DeriveViolations, Violation } from '../../violations/violation.ts';
import { tooLargeViolations, wholeBodyViolations } from '../../violations/whole-body.ts';

/** Violations of an operation, keyed by the first part of their ids. */
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

/** Violations of an operation of a plain document, limited to rules that the document states itself. */
export const plainDerivations = {
  authentication: [schemeViolations],
  body: [
    ofBody(ofJson(malformedBodyViolations)),
    ofBody(ofMedia(fieldViolations)),
    ofBody(ofMedia(constraintViolations)),
    ofBody(wholeBodyViolations),
  ],
  parameter: [parameterViolations],
} satisfies Record<string, DeriveViolations[]>;

/**
 * Limits violations of JSON to operations with JSON bodies: those about objects to bodies that must be one, and the empty body to
 * operations that require one.
 */
function ofJson(derive: DeriveViolations): DeriveViolations {
  return (contract, operation) => {
    const { mediaType = '', bodyName, demandsBody = false } = operation.plain ?? {};
    if (!/json/i.test(mediaType)) return [];
    const isTyped = operation.request.type !== undefined;
    const all = derive(contract, operation).filter(
      ({ id }) => (demandsBody || !/malformed\/(empty|spaces)$/.test(id)) && (isTyped || !/no-object\/(?!no-members)/.test(id)),
    );
    return bodyName === undefined ? all : all.filter(({ id }) => id === 'body/malformed/not-json');
  };
}

/** Omits violations that a form cannot express, because its values are texts. */
function ofMedia(derive: DeriveViolations): DeriveViolations {
  return (contract, operation) => {
    const all = derive(contract, operation);
    if (/json/i.test(operation.plain?.mediaType ?? '')) return all;
    const types = (field = ''): string[] => [operation.request.properties?.[field]?.type ?? []].flat();
    return all.filter(({ id, constraint, member: field }) => {
      if (constraint?.startsWith('type of'))
        return /wrong-type\/(string|fraction)$/.test(id) && !types(field).some((type) => type === 'array' || type === 'object');
      const isInside = constraint?.startsWith('required of') && constraint.includes('.');
      return !isInside && !/minLength|minItems/.test(constraint ?? '');
    });
  };
}

/** Limits violations of a body to operations that take one. */
function ofBody(derive: DeriveViolations): DeriveViolations {
  return (contract, operation) => (operation.hasBody ? derive(contract, operation) : []);
}

/** Derives requests with other methods, except those that the path has. */
function otherMethods(contract: Contract, operation: Operation): Violation[] {
  const methods = methodsAt(contract, operation);
  return methodViolations(contract, operation).filter(({ id }) => !methods.includes(id.split(/[/-]/)[1]?.toUpperCase() ?? ''));
}
