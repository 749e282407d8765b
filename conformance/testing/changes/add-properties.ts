import type { ChangeContract } from './change-contract.ts';
import { must } from './state-operation.ts';

/** Adds a response header. Adds properties of further types, one of them required, to the create request and to invoices. */
export const addProperties: ChangeContract = (document) => {
  const { schemas, responses } = document.components;
  document['x-features'].parcels = 'Invoices say what is sent, and how.';
  const add = (name: string, schema: object, keywords: string[], within: object = { 'x-feature': 'parcels' }): void => {
    const feature = 'x-feature' in within ? {} : { support: 'extended', feature: 'parcels' };
    schemas.CreatePaymentRequest.properties[name] = {
      ...{ ...within, ...schema, description: `The ${name}.` },
      'x-requirements': [must(`create-${name}`, `\`${name}\` is as its schema says.`, { ...feature, keywords })],
    };
    const { default: left, type, ...shown } = schema as { type: string; default?: unknown };
    schemas.PaymentInvoice.properties[name] = {
      ...{ ...within, ...shown, type: left === undefined && 'x-feature' in within ? [type, 'null'] : type },
      description: `The ${name}.`,
      'x-echoes': { operation: 'createPayment', property: name },
      'x-requirements': [must(`invoice-${name}`, `\`${name}\` is what create was sent.`, feature)],
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
    'x-requirements': [must('region-is-told', 'Create says in which region the invoice is kept.')],
    schema: { type: 'string', enum: ['eu', 'us'] },
  };
};

/** Adds the feature `references`: an optional property of the create request, whose value every invoice repeats. */
export const addReference: ChangeContract = (document) => {
  const { schemas } = document.components;
  document['x-features'].references = 'Invoices carry a reference of the merchant.';
  const about = { 'x-feature': 'references', maxLength: 35, pattern: '^[A-Z0-9-]*$', examples: ['ORDER-1042'] };
  schemas.CreatePaymentRequest.properties.reference = {
    ...about,
    type: 'string',
    minLength: 1,
    description: "The merchant's name of the order.",
    'x-requirements': [
      must('create-reference', '`reference` is 1 to 35 capitals, digits and hyphens.', {
        keywords: ['minLength', 'maxLength', 'pattern'],
      }),
    ],
  };
  schemas.PaymentInvoice.properties.reference = {
    ...about,
    type: ['string', 'null'],
    description: 'The reference that create was sent, or null.',
    'x-echoes': { operation: 'createPayment', property: 'reference' },
    'x-requirements': [must('invoice-reference', '`reference` is exactly what create was sent, or null.')],
  };
};

/** Adds a required field to problems, an optional field to events, and a header to the callback requests. */
export const addParts: ChangeContract = ({ components: { schemas }, paths }) => {
  const rule = { level: 'MUST', support: 'extended', feature: 'callbacks', source: 'D-21', text: 'It is told.' };
  const part = (id: string, schema: object, more: object = {}) => ({
    ...{ ...schema, description: 'A part.' },
    'x-requirements': [{ ...rule, id, ...more }],
  });
  schemas.Problem.properties.help = part(
    'problem-help',
    { type: 'string', format: 'uri', examples: ['https://help.example/'] },
    { feature: 'problem-details', source: 'D-24' },
  );
  schemas.Problem.required.push('help');
  schemas.InvoiceEvent.properties.attempt = part('event-attempt', { type: 'integer', minimum: 1, examples: [1] });
  const [item] = Object.values<typeof schemas>(paths['/api/v1/payments/create'].post.callbacks.invoiceChanged);
  item.post.parameters.push({
    ...part('callback-region', { schema: { type: 'string', enum: ['eu', 'us'] }, example: 'eu' }),
    ...{ name: 'webhook-region', in: 'header', required: true },
  });
};
