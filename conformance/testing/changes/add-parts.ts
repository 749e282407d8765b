import type { ChangeContract } from './change-contract.ts';

/** Adds a required field to problems, an optional field to events, and a header of events. */
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
