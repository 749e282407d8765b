import { compareMember } from '../../src/checks/compare-invoices.ts';
import { type Contract, operationById, requirementById } from '../../src/contract/contract.ts';
import type { Case } from '../../src/engine/case.ts';
import { invoiceOf } from '../../src/subject/subject.ts';

const changing = ['status', 'receiptId', 'paidAmount'];

/** Submit answers with the invoice that the receipt was submitted for. */
export function sameInvoiceCases(contract: Contract): Case[] {
  const submit = operationById(contract, 'submitReceipt');
  const requirement = requirementById(contract, 'submit-answers-invoice');
  return Object.keys(submit.answer.properties ?? {})
    .filter((member) => !changing.includes(member))
    .map((member) => ({
      id: `submit-receipt/as-created/${member}`,
      title: `${member} is at submit what it was at create`,
      requirement: requirement.id,
      operations: ['create-payment', submit.slug],
      async run({ subject }) {
        const { payable, exchange } = await subject.acceptedSubmit();
        invoiceOf(exchange);
        return compareMember(submit, requirement, member, payable.created, exchange);
      },
    }));
}
