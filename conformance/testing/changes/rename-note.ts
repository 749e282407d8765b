import type { ChangeContract } from './change-contract.ts';
import { must } from './state-operation.ts';

/** Adds version 2 of fetchPayment at `/api/v2`. Version 1 stays. In version 2, the field `note` is called `memo`. */
export const renameNote: ChangeContract = (document) => {
  const { components, paths } = document;
  const { PaymentInvoice } = components.schemas;
  document['x-features']['version-two'] = 'The second version shows the note as the memo.';
  const renamed = JSON.parse(
    JSON.stringify(paths['/api/v1/payments/fetch']).replaceAll('"fetch-', '"fetch-two-').replaceAll('"support":"core",', ''),
  ).post;
  // Keeps only the requirements that have an `about`, and the one for the rate limit. The fields below get new requirements.
  renamed['x-requirements'] = renamed['x-requirements'].filter(
    ({ id, about }: { id: string; about?: string }) => about !== undefined || id.endsWith('rate-limit'),
  );
  const of = '#/components/schemas/PaymentInvoice';
  const shown = ['status', 'paidAmount', 'receiptId', 'amount', 'expiresAt'];
  const fields = Object.fromEntries(
    shown.map((name) => {
      const { 'x-requirements': _ids, 'x-relations': _rules, 'x-echoes': _echo, ...schema } = PaymentInvoice.properties[name];
      const requirement = `invoice-two-${name.toLowerCase().replace('receiptid', 'receipt-id')}`;
      return [
        name,
        {
          ...schema,
          'x-relations': [{ is: 'equal', field: name, of, requirement }],
          'x-requirements': [must(requirement, `\`${name}\` is that of the first version.`)],
        },
      ];
    }),
  );
  const { 'x-requirements': _ids, 'x-lasting': _lasts, ...note } = PaymentInvoice.properties.note;
  components.schemas.PaymentInvoiceTwo = {
    type: 'object',
    description: 'The invoice in the second version.',
    required: ['id', 'memo', ...shown],
    properties: {
      id: {
        ...{ type: 'string', minLength: 1, description: 'The id.', examples: ['inv_1'] },
        'x-echoes': { operation: 'fetchPaymentTwo', property: 'invoiceId' },
        'x-requirements': [must('invoice-two-id', '`id` is the one that was asked for.')],
      },
      memo: {
        ...note,
        'x-relations': [{ is: 'equal', field: 'note', of, requirement: 'invoice-two-memo' }],
        'x-requirements': [must('invoice-two-memo', '`memo` is the `note` of the first version.')],
      },
      ...fields,
    },
  };
  const { 200: success, ...refusals } = renamed.responses;
  const { headers } = components.responses[success.$ref.split('/').at(-1)];
  paths['/api/v2/payments/fetch'] = {
    post: {
      ...renamed,
      operationId: 'fetchPaymentTwo',
      'x-feature': 'version-two',
      'x-rate-limits': [{ ...renamed['x-rate-limits'][0], name: 'fetch-two' }],
      responses: {
        ...refusals,
        200: {
          ...{ description: 'The invoice.', headers },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/PaymentInvoiceTwo' } } },
        },
      },
    },
  };
};
