import type { ChangeContract } from './change-contract.ts';

/** Adds an optional object to create, which the invoice repeats; one of its fields requires another one. */
export const addPayer: ChangeContract = ({ components: { schemas }, ...document }) => {
  const { CreatePaymentRequest, PaymentInvoice } = schemas;
  document['x-features'].payers = 'Create says who pays.';
  const entry = (id: string, text: string, more = {}) => ({ id, level: 'MUST', source: 'D-22', text, ...more });
  const text = { type: 'string', minLength: 1, maxLength: 40 };
  const payer = {
    ...{ type: ['object', 'null'], description: 'Who pays.', 'x-feature': 'payers', additionalProperties: false },
    properties: {
      name: { ...text, examples: ['Ada'] },
      phone: { type: 'string', pattern: '^[0-9]{4,15}$', examples: ['5551234'] },
      country: { type: 'string', pattern: '^[A-Z]{2}$', examples: ['DE'] },
    },
    dependentRequired: { phone: ['country'] },
    examples: [{ name: 'Ada', phone: '5551234', country: 'DE' }, null],
  };
  const keywords = ['properties', 'additionalProperties', 'dependentRequired'];
  CreatePaymentRequest.properties.payer = {
    ...payer,
    'x-requirements': [entry('create-payer', 'A `phone` of a `payer` needs its `country`.', { keywords })],
  };
  PaymentInvoice.properties.payer = {
    ...{ ...payer, 'x-echoes': { operation: 'createPayment', property: 'payer' } },
    'x-requirements': [entry('invoice-payer', '`payer` is what create was sent, or null.', { keywords })],
  };
};
