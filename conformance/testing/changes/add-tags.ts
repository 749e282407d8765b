import type { ChangeContract } from './change-contract.ts';

/** Adds a list of distinct tags to create, which the invoice repeats in order. */
export const addTags: ChangeContract = ({ components: { schemas }, ...document }) => {
  const { CreatePaymentRequest, PaymentInvoice } = schemas;
  document['x-features'].tags = 'An invoice carries tags.';
  const entry = (id: string, text: string, more = {}) => ({ id, level: 'MUST', source: 'D-22', text, ...more });
  const tags = { description: 'Tags.', examples: [['red', 'blue']], 'x-feature': 'tags' };
  const list = { items: { type: 'string', minLength: 1, maxLength: 20 }, maxItems: 5, uniqueItems: true };
  CreatePaymentRequest.properties.tags = {
    ...{ ...tags, ...list, type: 'array' },
    'x-requirements': [
      entry('create-tags', 'At most five different tags are taken.', { keywords: ['maxItems', 'uniqueItems', 'items'] }),
    ],
  };
  PaymentInvoice.properties.tags = {
    ...{ ...tags, ...list, type: ['array', 'null'], 'x-echoes': { operation: 'createPayment', property: 'tags' } },
    'x-requirements': [
      entry('invoice-tags', '`tags` are those that create was sent, in their order, or null.', {
        keywords: ['maxItems', 'uniqueItems', 'items'],
      }),
    ],
  };
};
