import { requirementAbout, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { jsonRequest } from '../../src/subject/subject.ts';
import type { DeriveViolations } from './violation.ts';

/** Ids that no invoice has, from one that an invoice has. */
const unknowns = [
  { id: 'unknown', title: 'an id that no invoice has', make: () => 'no-such-invoice-0123456789' },
  // What stays the same at its beginning or its end must not find the invoice.
  { id: 'known-and-more', title: 'an id with more behind it', make: (known: string) => `${known.slice(0, 240)}-and-more` },
  { id: 'known-with-wildcard', title: 'a wildcard', make: () => '%' },
  { id: 'known-after-more', title: 'an id with more before it', make: (known: string) => `other-${known.slice(0, 240)}` },
];

/** Ids that no invoice has, for an operation that takes one. */
export const unknownInvoiceViolations: DeriveViolations = (contract, operation) => {
  if (!Object.hasOwn(operation.request.properties ?? {}, 'invoiceId')) return [];
  return unknowns.map(({ id, title, make }) => ({
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
    problem: { requirement: requirementById(contract, 'unknown-invoice-is-404'), code: 'invoice_not_found' },
  }));
};
