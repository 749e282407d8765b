import type { ChangeContract } from './change-contract.ts';

/**
 * Adds properties of further types that create accepts and invoices repeat, one of them required, and a header of
 * create's response.
 */
export const addProperties: ChangeContract = (document) => {
  const { schemas, responses } = document.components;
  document['x-features'].parcels = 'Invoices say what is sent, and how.';
  const entry = (id: string, text: string, more = {}) => ({ id, level: 'MUST', source: 'D-22', text, ...more });
  const add = (name: string, schema: object, keywords: string[], within: object = { 'x-feature': 'parcels' }): void => {
    const feature = 'x-feature' in within ? {} : { support: 'extended', feature: 'parcels' };
    schemas.CreatePaymentRequest.properties[name] = {
      ...{ ...within, ...schema, description: `The ${name}.` },
      'x-requirements': [entry(`create-${name}`, `\`${name}\` is as its schema says.`, { ...feature, keywords })],
    };
    const { default: left, type, ...shown } = schema as { type: string; default?: unknown };
    schemas.PaymentInvoice.properties[name] = {
      ...{ ...within, ...shown, type: left === undefined && 'x-feature' in within ? [type, 'null'] : type },
      description: `The ${name}.`,
      'x-echoes': { operation: 'createPayment', property: name },
      'x-requirements': [entry(`invoice-${name}`, `\`${name}\` is what create was sent.`, feature)],
    };
  };
  add('priority', { type: 'string', enum: ['slow', 'quick'], default: 'slow' }, ['enum']);
  add('pieces', { type: 'integer', minimum: 1, maximum: 99, examples: [3] }, ['minimum', 'maximum']);
  add('isGift', { type: 'boolean', default: true }, []);
  add(
    'country',
    { type: 'string', minLength: 2, maxLength: 2, pattern: '^[A-Z]{2}$', examples: ['DE'] },
    ['minLength', 'maxLength', 'pattern'],
    {},
  );
  schemas.CreatePaymentRequest.required.push('country');
  responses.CreatedInvoice.headers['X-Region'] = {
    description: 'Where the invoice is kept.',
    required: true,
    'x-feature': 'parcels',
    'x-requirements': [entry('region-is-told', 'Create says in which region the invoice is kept.')],
    schema: { type: 'string', enum: ['eu', 'us'] },
  };
};
