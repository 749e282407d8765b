import type { ChangeContract } from './change-contract.ts';

/** Adds to the invoice what is left to pay: the difference between two other fields, and zero for a paid invoice. */
export const addRemaining: ChangeContract = ({ components: { schemas }, ...document }) => {
  const { PaymentInvoice } = schemas;
  document['x-features'].remaining = 'An invoice says what is left to pay.';
  const requirement = 'invoice-remaining-amount';
  const rule = { id: requirement, level: 'MUST', source: 'D-12', text: '`remainingAmount` is what is left to pay.' };
  PaymentInvoice.properties.remainingAmount = {
    ...{ type: 'number', minimum: 0, description: 'What is left to pay.', examples: [12.5], 'x-feature': 'remaining' },
    'x-relations': [
      {
        is: 'equal',
        field: 'amount',
        less: 'paidAmount',
        when: { status: ['PENDING', 'UNDER_PAID', 'FAILED', 'EXPIRED'] },
        requirement,
      },
      { is: 'decimals', decimals: 2, requirement },
    ],
    'x-requirements': [{ ...rule, keywords: ['minimum'] }],
  };
  PaymentInvoice['x-requirements'].push({
    ...{ id: 'invoice-paid-leaves-nothing', level: 'MUST', support: 'extended', feature: 'remaining', source: 'D-12' },
    ...{ text: 'Of a PAID invoice nothing is left to pay.', keywords: ['if', 'then'] },
  });
  PaymentInvoice.if = { properties: { status: { const: 'PAID' } }, required: ['status', 'remainingAmount'] };
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  PaymentInvoice.then = { properties: { remainingAmount: { const: 0 } } };
};
