import { compileSchema } from '../../src/contract/compile-schema.ts';
import { type Operation, requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { naming, requestFor } from '../../src/subject/request-for.ts';
import { imitateId } from '../play/near-ids.ts';
import type { DeriveViolations, ExpectedProblem } from './violation.ts';

/** Ids that no invoice has, made from an invoice's id. */
const unknowns: { id: string; title: string; make(known: string): unknown; item?: string; decoder?: true; body?: true }[] = [
  { id: 'unknown', title: 'an id that no invoice has', make: () => 'no-such-invoice-0123456789' },
  // No problem is expected here: for a deployment that claims `limits`, another case checks the problem for an empty id.
  { id: 'empty', title: 'an empty text as the id', make: () => '', decoder: true },
  // Sent in a body only, because spaces around a parameter are dropped.
  { id: 'blank', title: 'a space as the id', make: () => ' ', body: true },
  // An id that begins with a known one, and a wildcard. A server must not match an id by its beginning, or as a pattern.
  { id: 'known-and-more', title: 'an id with more after it', make: (known: string) => `${known.slice(0, 240)}-and-more` },
  { id: 'known-with-wildcard', title: 'a wildcard', make: () => '%' },
  // A server that converts the id to text would find the invoice, and a document store might read the value as a condition.
  { id: 'in-array', title: 'the id in an array', make: (known: string) => [known], item: 'type' },
  { id: 'operator', title: 'an operator of a document store in place of the id', make: () => ({ $ne: '' }), item: 'type' },
  { id: 'quote', title: 'a quote and a condition of SQL', make: () => "no-such-invoice' OR '1'='1" },
  // Some stores and decoders fail on the next two ids, or refuse them without a lookup.
  { id: 'nul', title: 'the character U+0000 in the id', make: () => 'no-such-invoice\u0000', decoder: true },
  { id: 'lone-surrogate', title: 'half a surrogate pair in the id', make: () => 'no-such-invoice-\ud800', decoder: true },
  { id: 'known-after-more', title: 'an id with more before it', make: (known: string) => `other-${known.slice(0, 240)}` },
];

const alike: (typeof unknowns)[number] = { id: 'alike', title: 'an unknown id of the usual form', make: imitateId };

/** Derives ids that no invoice has, for an operation that takes an id. */
export const unknownInvoiceViolations: DeriveViolations = (_contract, operation) => {
  const field = operation.identifies;
  if (field === undefined) return [];
  const parameter = operation.parameters.find(({ name }) => name === field);
  // A parameter can only be sent as text, so ids of other types are tried in bodies only.
  const schema = parameter?.schema ?? operation.request.properties?.[field] ?? {};
  const isAllowed = (id: unknown): boolean => compileSchema(schema)(naming(operation, id)[field]) as boolean;
  const sample = String(sampleOf(schema, parameter?.pointer ?? operation.requestPointer));
  // If the schema restricts the form of ids, adds an unknown id of that form. Other ids may be refused for their form only.
  const hasForm = !isAllowed('no-such-invoice-0123456789');
  const tried = [...(hasForm ? [alike] : []), ...unknowns].filter(
    ({ item, decoder, body }) => !parameter || (item === undefined && !decoder && !body),
  );
  return tried.map(({ id, title, make, item, decoder = false }) => ({
    id: `${parameter ? 'parameter' : 'body'}/${field}/${id}`,
    title: `${operation.slug} with ${title} is refused`,
    requirement: requirementAbout(operation, parameter ? 'unknown-id' : 'wrong-types'),
    pointer: parameter?.pointer ?? `${operation.requestPointer}/properties/${pointed(field)}`,
    member: field,
    about: 'unknown id',
    kind: 'input',
    request(body) {
      const value = naming(operation, make(String(body[field])))[field];
      return {
        spec: requestFor(operation, { ...body, [field]: value }),
        difference: `${field}: ${showValue(body[field])} → ${showValue(value)}`,
      };
    },
    ...(!decoder && (item !== undefined || isAllowed(make(sample))) && { problem: problemOf(operation, field, item) }),
  }));
};

/** Returns the code of the 404 for an object that does not exist, taken from the contract's examples. */
const codeOfUnknown = ({ refusals }: Operation): string =>
  refusals.find(({ status }) => status === 404)?.codes.find((code) => code !== 'not_found') ?? 'invoice_not_found';

/** Returns the expected problem. An id that is not a string violates the schema; a string is looked up and not found. */
function problemOf(operation: Operation, field: string, item: string | undefined): ExpectedProblem {
  if (item === undefined) return { requirement: requirementAbout(operation, 'unknown-id'), code: codeOfUnknown(operation) };
  const requirement = requirementAbout(operation, 'validation');
  const isList = operation.idLists.some((list) => list.field === field);
  return { requirement, code: 'validation_failed', item: { pointer: `/${pointed(field)}${isList ? '/0' : ''}`, code: item } };
}
