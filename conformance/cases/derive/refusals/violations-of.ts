import { type Contract, type Operation, requirementAbout, type Schema } from '../../../src/contract/contract.ts';
import { follow } from '../../../src/contract/follow-reference.ts';
import { methodsAt } from '../../../src/contract/operation-at.ts';
import { withHeader } from '../../../src/http/json-request.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
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
    ...ofBody(malformedBodyViolations, fieldViolations, constraintViolations, wholeBodyViolations),
    unknownInvoiceViolations,
    ...ofBody(tooLargeViolations),
  ],
  'media-type': ofBody(mediaTypeViolations),
  parameter: [parameterViolations],
} satisfies Record<string, DeriveViolations[]>;

/** Violations of an operation of a plain document, limited to rules that the document states itself. */
export const plainDerivations = {
  authentication: [schemeViolations],
  body: ofBody(ofJson(malformedBodyViolations), ofMedia(fieldViolations), ofMedia(constraintViolations), wholeBodyViolations),
  'media-type': ofBody(undocumentedType),
  parameter: [parameterViolations],
} satisfies Record<string, DeriveViolations[]>;

/** Derives a body in an undocumented media type, for an operation that documents a 415. */
function undocumentedType({ document }: Contract, operation: Operation): Violation[] {
  const { requestPointer, plain } = operation;
  const content = Object(follow(document, requestPointer.slice(1).replace(/\/content\/.*/s, '/content')));
  const isOpen = Object.keys(content).some((type) => /^(application\/)?\*/.test(type));
  if (isOpen || !plain?.responses.some(({ status }) => status === '415')) return [];
  const type = 'application/x-undocumented';
  return [
    {
      id: 'media-type/undocumented',
      title: `${operation.slug} with a body of the type ${type} is refused`,
      requirement: requirementAbout(operation, 'validation'),
      pointer: requestPointer,
      about: 'media type',
      kind: 'input',
      request: (values) => ({
        spec: withHeader(requestFor(operation, values), 'Content-Type', type),
        difference: `Content-Type: ${plain.mediaType} → ${type}`,
      }),
    },
  ];
}

/** Limits a derivation to JSON. Leaves out empty bodies if the body is optional, and non-objects if the schema has no type. */
function ofJson(derive: DeriveViolations): DeriveViolations {
  return (contract, operation) => {
    const { mediaType = '', bodyName, demandsBody = false } = operation.plain ?? {};
    if (!/json/i.test(mediaType)) return [];
    const isTyped = operation.request.type !== undefined;
    const isNullable = [operation.request.type].flat().includes('null');
    const all = derive(contract, operation).filter(
      ({ id }) =>
        (demandsBody || !/malformed\/(empty|spaces)$/.test(id)) &&
        (isTyped || !/no-object\/(?!no-members)/.test(id)) &&
        !(isNullable && id === 'body/no-object/null'),
    );
    return bodyName === undefined ? all : all.filter(({ id }) => id === 'body/malformed/not-json');
  };
}

/** Leaves out violations that cannot be expressed in a form, a multipart body or a file, where every value is text or bytes. */
function ofMedia(derive: DeriveViolations): DeriveViolations {
  return (contract, operation) => {
    const all = derive(contract, operation);
    const { mediaType = '', parts } = operation.plain ?? {};
    if (/json/i.test(mediaType)) return all;
    const schemaOf = (field = ''): Schema => operation.request.properties?.[field] ?? {};
    return all.filter(({ id, constraint = '', member: field = '' }) => {
      const { type, minLength, minItems } = schemaOf(field);
      const types = [type ?? []].flat();
      const isInside = constraint.includes('.');
      // In multipart, an object is sent as JSON, so the violations inside it can be expressed.
      if (isInside && mediaType.startsWith('multipart') && types.includes('object')) return true;
      const isDeep = parts?.get(field)?.entries === 'deep';
      // Leaves out violations of a request whose whole body is a file, because such a file may be empty.
      if (parts?.get(field)?.isFile && !mediaType.startsWith('multipart')) return false;
      // A value sent as text may happen to match one of the other alternatives.
      if (/^(oneOf|anyOf) of/.test(constraint)) return false;
      if (constraint.startsWith('type of'))
        return /wrong-type\/(string|fraction)$/.test(id) && !types.some((one) => one === 'array' || one === 'object');
      // Leaves out an empty string or list, because it may count as absent.
      const isEmpty = isInside ? /^min(Length|Items)/.test(constraint) : minLength === 1 && /^minLength/.test(constraint);
      return (
        !isEmpty &&
        !(minItems === 1 && /^minItems/.test(constraint)) &&
        !(isInside && !isDeep && constraint.startsWith('required of'))
      );
    });
  };
}

/** Leaves out these violations if an operation takes no body. */
function ofBody(...all: DeriveViolations[]): DeriveViolations[] {
  return all.map((derive) => (contract, operation) => (operation.hasBody ? derive(contract, operation) : []));
}

/** Derives requests with methods that the path does not have. */
function otherMethods(contract: Contract, operation: Operation): Violation[] {
  const methods = methodsAt(contract, operation);
  return methodViolations(contract, operation).filter(({ id }) => !methods.includes(id.split(/[/-]/)[1]?.toUpperCase() ?? ''));
}
