import type { ChangeContract } from './change-contract.ts';

/**
 * Adds an intermediate state that ends by the clock: an invoice that was paid in full is reviewed first, and becomes
 * PAID after a while.
 */
export const addReview: ChangeContract = ({ components: { schemas }, ...document }) => {
  const { InvoiceStatus, InvoiceEvent, PaymentInvoice } = schemas;
  document['x-features'].review = 'A paid invoice is reviewed for a while.';
  const entry = (id: string, text: string) => ({
    ...{ id, level: 'MUST', support: 'extended', feature: 'review', source: 'D-03', text },
  });
  InvoiceStatus.enum.push('IN_REVIEW');
  InvoiceEvent.properties.type.enum.push('invoice.in_review');
  const last = InvoiceStatus['x-requirements'].findIndex(({ source }: { source: string }) => source === 'D-22');
  InvoiceStatus['x-requirements'].splice(
    last,
    0,
    entry('lifecycle-in-review', 'A full payment makes an invoice IN_REVIEW.'),
    entry('lifecycle-review-ends', 'An invoice IN_REVIEW becomes PAID at `reviewedAt`.'),
  );
  const lifecycle = InvoiceStatus['x-lifecycle'];
  const rule = { requirement: 'lifecycle-in-review' };
  for (const transition of lifecycle.transitions)
    if (transition.event === 'receipt-reaches-amount' && transition.to === 'PAID')
      Object.assign(transition, {
        ...{ to: 'IN_REVIEW', callback: 'invoice.in_review', ...rule },
        changes: ['receiptId', 'paidAmount', 'reviewedAt'],
      });
  for (const [event, { operation }] of Object.entries<{ operation?: string }>(lifecycle.events)) {
    const told = event === 'fetched' || event === 'receipt-repeated' ? { status: 200 } : { problem: 'invoice_already_paid' };
    lifecycle.transitions.push({ event, from: ['IN_REVIEW'], to: 'same', ...(operation && told), ...rule });
  }
  lifecycle.events['review-due'] = { cause: 'clock', at: 'reviewedAt', description: 'The time is reviewedAt or later.' };
  const others = InvoiceStatus.enum.filter((state: string) => state !== 'IN_REVIEW');
  lifecycle.transitions.push(
    {
      ...{ event: 'review-due', from: ['IN_REVIEW'], to: 'PAID', callback: 'invoice.paid' },
      requirement: 'lifecycle-review-ends',
    },
    { event: 'review-due', from: others, impossible: 'Only an invoice IN_REVIEW waits for that time.' },
  );
  const [listed] = PaymentInvoice.properties.status['x-requirements'];
  listed.text = listed.text.replace(' PAID,', ' PAID, IN_REVIEW,');
  PaymentInvoice.properties.reviewedAt = {
    ...{ type: ['string', 'null'], format: 'date-time', description: 'When the review ends.', examples: [null] },
    'x-feature': 'review',
    'x-relations': [{ is: 'set', when: { status: ['IN_REVIEW'] }, requirement: 'invoice-reviewed-at' }],
    'x-requirements': [entry('invoice-reviewed-at', '`reviewedAt` is the time at which the review ends.')],
  };
};
