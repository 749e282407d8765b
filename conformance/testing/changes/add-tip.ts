import type { ChangeContract } from './change-contract.ts';

/** Adds an optional tip to create, which the invoice repeats; it is at most the amount and has as many decimals. */
export const addTip: ChangeContract = (document) => {
  const { CreatePaymentRequest, PaymentInvoice } = document.components.schemas;
  document['x-features'].tips = 'The payer adds a tip.';
  const entry = (id: string, text: string, more = {}) => ({ id, level: 'MUST', source: 'D-22', text, ...more });
  const tip = { minimum: 0.5, maximum: 500, description: 'A tip.', examples: [1.5], 'x-feature': 'tips' };
  CreatePaymentRequest.properties.tip = {
    ...{ ...tip, type: 'number' },
    'x-relations': [
      { is: 'at-most', field: 'amount', requirement: 'create-tip-at-most-amount' },
      { is: 'decimals', decimals: 2, requirement: 'create-tip-precision' },
    ],
    'x-requirements': [
      entry('create-tip', 'A `tip` outside 0.5 to 500 is refused.', { keywords: ['minimum', 'maximum'] }),
      entry('create-tip-at-most-amount', 'A `tip` above the `amount` is refused.'),
      entry('create-tip-precision', 'A `tip` with more than two decimals is refused.'),
    ],
  };
  PaymentInvoice.properties.tip = {
    ...{ ...tip, type: ['number', 'null'], 'x-echoes': { operation: 'createPayment', property: 'tip' } },
    'x-requirements': [entry('invoice-tip', '`tip` is what create was sent, or null.', { keywords: ['minimum', 'maximum'] })],
  };
};

/** Adds such a tip that is at most a fifth of the amount. */
export const addBoundTip: ChangeContract = (document) => {
  addTip(document);
  const { tip } = document.components.schemas.CreatePaymentRequest.properties;
  tip['x-relations'][0].times = 0.2;
  tip['x-requirements'][1].text = 'A `tip` above a fifth of the `amount` is refused.';
};
