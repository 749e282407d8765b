import type { ChangeContract } from './change-contract.ts';

/** Adds an optional property that create accepts and every invoice repeats, as the feature references. */
export const addReference: ChangeContract = (document) => {
  const { schemas } = document.components;
  document['x-features'].references = 'Invoices carry a reference of the merchant.';
  const about = { 'x-feature': 'references', maxLength: 35, pattern: '^[A-Z0-9-]*$', examples: ['ORDER-1042'] };
  const entry = (id: string, text: string, more = {}) => ({ id, level: 'MUST', source: 'D-22', text, ...more });
  schemas.CreatePaymentRequest.properties.reference = {
    ...about,
    type: 'string',
    minLength: 1,
    description: "The merchant's name of the order.",
    'x-requirements': [
      entry('create-reference', '`reference` is 1 to 35 capitals, digits and hyphens.', {
        keywords: ['minLength', 'maxLength', 'pattern'],
      }),
    ],
  };
  schemas.PaymentInvoice.properties.reference = {
    ...about,
    type: ['string', 'null'],
    description: 'The reference that create was sent, or null.',
    'x-echoes': { operation: 'createPayment', property: 'reference' },
    'x-requirements': [entry('invoice-reference', '`reference` is exactly what create was sent, or null.')],
  };
};
