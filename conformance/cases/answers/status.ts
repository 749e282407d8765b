import { sendReceipt, shares } from '../../payments/pay.ts';
import type { PaymentRequest } from '../../src/adapter/adapter.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadIn } from '../../src/outcome/finding.ts';
import { startPlay } from '../../src/subject/play.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** Cases for the statuses of part-paid, overpaid and failed invoices. */
export const statusCases: DeclareCases = (contract) =>
  [
    ['set-is-closed', 'No part-paid, overpaid or failed invoice shows a sixth status', 'lifecycle-set-is-closed'] as const,
    ['known', 'Every part-paid, overpaid or failed invoice shows one of the five statuses', 'invoice-status'] as const,
  ].map(([name, title, requirement]) => ({
    id: `answers/status/${name}`,
    title,
    requirement,
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    run: ({ subject }) => statusesSeen(contract, subject, requirement),
  }));

/** Returns a finding for each invoice of this run whose status is not one of the contract's. */
async function statusesSeen(contract: Contract, subject: Subject, requirement: string): Promise<Finding[]> {
  const exchanges = await subject.share('statuses', async () => {
    const { part, over, whole } = shares(subject);
    const paid = await shownAfter(subject, [
      { amount: part / 100, outcome: 'completed' },
      { amount: over / 100, outcome: 'completed' },
    ]);
    const failed = await shownAfter(subject, [
      { amount: whole / 100, outcome: 'pending' },
      { amount: whole / 100, outcome: 'failed' },
    ]);
    return [...paid, ...failed];
  });
  return exchanges.flatMap((exchange) => {
    const status = invoiceOf(exchange).status;
    if (contract.lifecycle.states.includes(String(status))) return [];
    const wrong = insteadIn('status', `one of ${contract.lifecycle.states.join(', ')}`, status, [exchange]);
    return broken(contract, requirement, wrong);
  });
}

/** Makes an invoice, and as many of the payments as the adapter can make. Returns the exchanges that show the invoice. */
async function shownAfter(subject: Subject, payments: Omit<PaymentRequest, 'invoice'>[]): Promise<Exchange[]> {
  const { invoice, exchanges } = await startPlay(subject);
  for (const payment of payments) {
    const receipt = await subject.pay({ invoice, ...payment }).catch(nullIfSkipped);
    if (receipt === null) continue;
    const submitted = await sendReceipt(subject, invoice.id, receipt);
    // Ignores a refused submission: this case is about the status of invoices only.
    if (submitted.answer && isSuccess(submitted.answer)) exchanges.push(submitted);
    exchanges.push(await subject.fetch(invoice.id));
  }
  return exchanges;
}
