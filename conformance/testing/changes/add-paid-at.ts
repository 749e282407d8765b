import type { ChangeContract } from './change-contract.ts';
import { must } from './state-operation.ts';

/** Shows when an invoice was paid. */
export const addPaidAt: ChangeContract = ({ components: { schemas }, ...document }) => {
  document['x-features']['paid-times'] = 'An invoice says when it was paid.';
  const { enum: states, 'x-lifecycle': lifecycle } = schemas.InvoiceStatus;
  for (const transition of lifecycle.transitions) if (transition.to === 'PAID') transition.changes.push('paidAt');
  const others = states.filter((state: string) => state !== 'PAID');
  const about = (id: string, text: string): object => must(id, text, { support: 'extended', feature: 'paid-times' });
  schemas.PaymentInvoice.properties.paidAt = {
    ...{ type: ['string', 'null'], format: 'date-time', description: 'When it was paid.', examples: [null] },
    ...{ 'x-feature': 'paid-times', 'x-lasting': 'once-set' },
    'x-relations': [
      { is: 'set', when: { status: ['PAID'] }, requirement: 'invoice-paid-at-set' },
      { is: 'unset', when: { status: others }, requirement: 'invoice-paid-at-set' },
      { is: 'at-least', field: 'createdAt', requirement: 'invoice-paid-at-order' },
      { is: 'past', requirement: 'invoice-paid-at-order' },
    ],
    'x-requirements': [
      about('invoice-paid-at-lasting', '`paidAt` never changes once it is set.'),
      about('invoice-paid-at-set', '`paidAt` is set while the invoice is PAID, and null before.'),
      about('invoice-paid-at-order', '`paidAt` is not before `createdAt`, and not in the future.'),
    ],
  };
};
