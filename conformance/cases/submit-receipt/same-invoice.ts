import type { Case } from '../../src/case/case.ts';
import { compareMember } from '../../src/checks/compare-invoices.ts';
import { type Contract, operationById, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { acceptedSubmit } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { createdWith } from '../create-payment/echo.ts';

const changing = ['status', 'receiptId', 'paidAmount'];

/** Submit answers with the invoice that the receipt was submitted for. */
export function sameInvoiceCases(contract: Contract): Case[] {
  const submit = operationById(contract, 'submitReceipt');
  const requirement = requirementById(contract, 'submit-answers-invoice');
  const members = Object.keys(submit.answer.properties ?? {}).filter((member) => !changing.includes(member));
  return [
    ...members.map(
      (member): Case => ({
        id: `submit-receipt/as-created/${member}`,
        title: `${member} is at submit what it was at create`,
        requirement: requirement.id,
        operations: ['create-payment', submit.slug],
        async run({ subject }) {
          const { payable, exchange } = await acceptedSubmit(subject);
          invoiceOf(exchange);
          return compareMember(submit, requirement, member, payable.created, exchange);
        },
      }),
    ),
    {
      id: 'submit-receipt/as-created/every-member-sent',
      title: 'What create was sent beside the smallest body is at submit what it was at create',
      requirement: requirement.id,
      operations: ['create-payment', submit.slug],
      async run({ subject }) {
        const { created, exchange } = await submittedWithMore(subject);
        // The payment is of the whole amount: what is refused then is the invoice.
        if (!exchange.answer || !isSuccess(exchange.answer)) {
          const received = `${exchange.answer?.status} with ${showValue(exchange.answer?.text)}`;
          const expected = 'a 2xx status and the invoice: the receipt is of a payment in full for it';
          return [makeFinding(contract, requirement.id, { expected, received, exchanges: [created, exchange] })];
        }
        return members.flatMap((member) => compareMember(submit, requirement, member, created, exchange));
      },
    },
  ];
}

/** The submit of a receipt for an invoice that was created with members that come back; a skip where a made-up receipt was refused. */
export function submittedWithMore(subject: Subject): Promise<{ created: Exchange; exchange: Exchange }> {
  return subject.share('submitted with more members', async () => {
    const created = await createdWith(subject, {
      isWhiteLabel: true,
      returnUrl: 'https://example.com/thanks?order=1042',
    });
    const invoice = invoiceOf(created);
    // Read before too: where reads are cached, what submit changes must show all the same.
    await subject.fetch(invoice.id);
    const receipt = await subject.pay({ invoice, amount: subject.settings.amount, outcome: 'completed' });
    const exchange = await subject.submit(invoice.id, receipt ?? `made-up-receipt-${crypto.randomUUID()}`);
    if (receipt === null && !(exchange.answer && isSuccess(exchange.answer)))
      throw new CaseSkipped(
        `This deployment refused a made-up receipt (${exchange.answer?.status}), as it may. Say how to pay with --pay or --adapter.`,
      );
    return { created, exchange };
  });
}
