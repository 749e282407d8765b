import type { ChangeContract } from './change-contract.ts';

/** Adds a required currency. One of its values has no decimals, so the unit of the amount depends on another field. */
export const addCurrency: ChangeContract = ({ components: { schemas } }) => {
  const { CreatePaymentRequest, PaymentInvoice } = schemas;
  const entry = (id: string, text: string, more = {}) => ({
    ...{ id, level: 'MUST', support: 'extended', feature: 'amount-precision', source: 'D-06', text },
    ...more,
  });
  const currency = { type: 'string', enum: ['JPY', 'USD', 'KWD'], description: 'The currency.', examples: ['USD'] };
  CreatePaymentRequest.properties.currency = {
    ...currency,
    'x-requirements': [entry('create-currency', '`currency` is one of the list.', { keywords: ['enum'] })],
  };
  CreatePaymentRequest.required.push('currency');
  CreatePaymentRequest['x-requirements'].push(
    entry('create-yen-are-whole', 'Yen have no decimals, and are refused with any.', { keywords: ['if', 'then'] }),
  );
  Object.assign(
    CreatePaymentRequest,
    JSON.parse('{"if":{"properties":{"currency":{"const":"JPY"}}},"then":{"properties":{"amount":{"multipleOf":1}}}}'),
  );
  PaymentInvoice.properties.currency = {
    ...currency,
    'x-echoes': { operation: 'createPayment', property: 'currency' },
    'x-requirements': [entry('invoice-currency', '`currency` is what create was sent.')],
  };
};
