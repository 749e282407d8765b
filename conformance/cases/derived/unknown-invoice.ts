import { checkRefusal } from '../../src/checks/check-refusal.ts';
import { type Contract, type Operation, requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Case } from '../../src/engine/case.ts';
import { baselineOf } from '../../src/subject/baseline.ts';

const unknown = 'no-such-invoice-0123456789';

/** An id that no invoice has, for an operation that takes one. */
export function unknownInvoiceCases(contract: Contract, operation: Operation): Case[] {
  const requirement = requirementAbout(operation, 'wrong-types');
  if (!Object.hasOwn(operation.request.properties ?? {}, 'invoiceId')) return [];
  return [
    {
      id: `${operation.slug}/body/invoiceId/unknown`,
      title: `${operation.slug} with an id that no invoice has is refused`,
      requirement: requirement.id,
      operations: [operation.slug],
      async run({ subject }) {
        const { body, accepted, notFoundRefuses } = await baselineOf(subject, operation);
        const exchange = await subject.call(operation.id, { ...body, invoiceId: unknown });
        const violation = {
          requirement,
          member: 'invoiceId',
          pointer: `${operation.requestPointer}/properties/invoiceId`,
          difference: `invoiceId: ${showValue(body.invoiceId)} → ${showValue(unknown)}`,
          baselineAccepted: accepted,
          notFoundRefuses,
        };
        return checkRefusal(contract, violation, exchange);
      },
    },
  ];
}
