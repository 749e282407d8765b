import type { ChangeContract } from './change-contract.ts';

/** Adds a header to create that chooses a language, which the invoice repeats. */
export const addLocale: ChangeContract = ({ components: { schemas }, paths, ...document }) => {
  document['x-features'].locales = 'The payment page speaks the language that create names.';
  const entry = (id: string, text: string, more = {}) => ({ id, level: 'MUST', source: 'D-22', text, ...more });
  const locale = { type: 'string', enum: ['en', 'de', 'pt-BR'], default: 'en', examples: ['de'] };
  paths['/api/v1/payments/create'].post.parameters.push({
    ...{ name: 'X-Locale', in: 'header', required: false, description: 'The language.', 'x-feature': 'locales', schema: locale },
    'x-requirements': [entry('create-locale', 'Another `X-Locale` is refused with 422.')],
  });
  schemas.PaymentInvoice.properties.locale = {
    ...{ type: 'string', enum: locale.enum, description: 'The language.', examples: ['de'], 'x-feature': 'locales' },
    'x-echoes': { operation: 'createPayment', property: 'X-Locale' },
    'x-requirements': [entry('invoice-locale', '`locale` is what create was sent, or `en`.')],
  };
};
