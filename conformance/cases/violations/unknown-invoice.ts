import { type Contract, type Operation, requirementAbout, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import type { DeriveViolations, ExpectedProblem } from './violation.ts';

/** Ids that no invoice has, made from the id of an invoice. */
const unknowns: { id: string; title: string; make(known: string): unknown; item?: string; decoder?: true }[] = [
  { id: 'unknown', title: 'an id that no invoice has', make: () => 'no-such-invoice-0123456789' },
  // Another case covers deployments that claim limits.
  { id: 'empty', title: 'an empty text for an id', make: () => '', decoder: true },
  // An id with the same beginning or end must not find the invoice.
  { id: 'known-and-more', title: 'an id with more behind it', make: (known: string) => `${known.slice(0, 240)}-and-more` },
  { id: 'known-with-wildcard', title: 'a wildcard', make: () => '%' },
  // Found by a look-up that turns its key into text, or read as a condition by a document store.
  { id: 'in-array', title: 'the id in an array', make: (known: string) => [known], item: 'type' },
  { id: 'operator', title: 'an operator of a document store in place of the id', make: () => ({ $ne: '' }), item: 'type' },
  { id: 'quote', title: 'a quote and a condition of SQL', make: () => "no-such-invoice' OR '1'='1" },
  // Some stores and decoders fail on these; they may refuse them before they look the id up.
  { id: 'nul', title: 'the character U+0000 in the id', make: () => 'no-such-invoice\u0000', decoder: true },
  { id: 'lone-surrogate', title: 'half a surrogate pair in the id', make: () => 'no-such-invoice-\ud800', decoder: true },
  { id: 'known-after-more', title: 'an id with more before it', make: (known: string) => `other-${known.slice(0, 240)}` },
];

/** Derives ids that no invoice has, for an operation that takes an id. */
export const unknownInvoiceViolations: DeriveViolations = (contract, operation) => {
  if (!Object.hasOwn(operation.request.properties ?? {}, 'invoiceId')) return [];
  return unknowns.map(({ id, title, make, item, decoder = false }) => ({
    id: `body/invoiceId/${id}`,
    title: `${operation.slug} with ${title} is refused`,
    requirement: requirementAbout(operation, 'wrong-types'),
    pointer: `${operation.requestPointer}/properties/invoiceId`,
    member: 'invoiceId',
    kind: 'input',
    request(body) {
      const invoiceId = make(String(body.invoiceId));
      return {
        spec: jsonRequest(operation.path, { ...body, invoiceId }),
        difference: `invoiceId: ${showValue(body.invoiceId)} → ${showValue(invoiceId)}`,
      };
    },
    ...(!decoder && { problem: problemOf(contract, operation, item) }),
  }));
};

/** Returns the expected problem: an id of another type breaks the schema; a text is looked up. */
function problemOf(contract: Contract, { slug }: Operation, item: string | undefined): ExpectedProblem {
  if (item === undefined) return { requirement: requirementById(contract, 'unknown-invoice-is-404'), code: 'invoice_not_found' };
  const requirement = requirementById(contract, `${slug.split('-')[0]}-validation-is-422`);
  return { requirement, code: 'validation_failed', item: { pointer: '/invoiceId', code: item } };
}
