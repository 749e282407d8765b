import type { Change } from '../change.ts';

const requirement = (id: string, text: string) => ({ id, level: 'MUST', source: 'D-25', text });

/** Adds a property with its own feature. Clients send it to createPayment, and every response repeats it. */
export const addEchoedProperty: Change = {
  name: 'add the echoed property reference',
  edit: (contract) => {
    contract['x-features'].references = 'A reference of the merchant on each invoice.';
    contract['x-sources']['D-25'] = 'Invoices carry a reference of the merchant.';
    const { CreatePaymentRequest, PaymentInvoice } = contract.components.schemas;
    CreatePaymentRequest.properties.reference = {
      type: 'string',
      minLength: 1,
      maxLength: 40,
      description: "The merchant's own reference.",
      examples: ['order-1042'],
      'x-feature': 'references',
      'x-requirements': [requirement('create-accepts-reference', '`reference` is accepted.')],
    };
    PaymentInvoice.properties.reference = {
      type: ['string', 'null'],
      maxLength: 40,
      description: "The merchant's own reference; null when create was sent none.",
      examples: ['order-1042', null],
      'x-feature': 'references',
      'x-echoes': { operation: 'createPayment', property: 'reference' },
      'x-requirements': [requirement('invoice-reference', '`reference` is what create was sent, or null.')],
    };
  },
  owes: [['packages/kit/src/lifecycle/describe-invoice.ts', /reference/]],
  mistakes: {
    'nothing says that it is repeated': [
      (contract) => {
        delete contract.components.schemas.PaymentInvoice.properties.reference['x-echoes'];
      },
      /reference has the same name as a field that createPayment takes/,
    ],
    'every deployment must show it': [
      (contract) => contract.components.schemas.PaymentInvoice.required.push('reference'),
      /'reference' belongs to the feature 'references'/,
    ],
  },
};
