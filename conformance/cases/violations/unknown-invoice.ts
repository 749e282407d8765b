import { requirementAbout, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { jsonRequest } from '../../src/subject/subject.ts';
import type { DeriveViolations } from './violation.ts';

const unknown = 'no-such-invoice-0123456789';

/** An id that no invoice has, for an operation that takes one. */
export const unknownInvoiceViolations: DeriveViolations = (contract, operation) => {
  if (!Object.hasOwn(operation.request.properties ?? {}, 'invoiceId')) return [];
  return [
    {
      id: 'body/invoiceId/unknown',
      title: `${operation.slug} with an id that no invoice has is refused`,
      requirement: requirementAbout(operation, 'wrong-types'),
      pointer: `${operation.requestPointer}/properties/invoiceId`,
      member: 'invoiceId',
      kind: 'input',
      request: (body) => ({
        spec: jsonRequest(operation.path, { ...body, invoiceId: unknown }),
        difference: `invoiceId: ${showValue(body.invoiceId)} → ${showValue(unknown)}`,
      }),
      problem: { requirement: requirementById(contract, 'unknown-invoice-is-404'), code: 'invoice_not_found' },
    },
  ];
};
