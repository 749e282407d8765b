import { addCancel } from './add-cancel.ts';
import type { ChangeContract } from './change-contract.ts';
import { must } from './state-operation.ts';

/** Adds a partial refund with an idempotency key. All refunds of an invoice together may not exceed the amount that was paid. */
export const addPartRefund: ChangeContract = (document) => {
  const { paths, components } = document;
  const { schemas, responses } = components;
  const entry = (id: string, text: string, more = {}) =>
    must(id, text, { support: 'extended', feature: 'refunds', source: 'D-12', ...more });
  const copy: typeof document = { ...structuredClone(document) };
  addCancel(copy);
  const renamed = (part: unknown) =>
    JSON.parse(
      JSON.stringify(part)
        .replaceAll('cancellations', 'refunds')
        .replaceAll('cancellation', 'refunds')
        .replaceAll('cancel-', 'give-back-')
        .replaceAll('cancelPayment', 'refundPayment')
        .replaceAll('CancelPaymentRequest', 'RefundPaymentRequest')
        .replaceAll('CancelRefused', 'RefundRefused'),
    );
  document['x-features'].refunds = 'Paid invoices can be given back, in parts.';
  const problems = { refund_too_large: 'The refund is too large', nothing_to_refund: 'There is nothing to give back' };
  for (const [code, title] of Object.entries(problems)) {
    document['x-problems'][code] = { status: 409, title, cause: 'It is more than was paid.', cure: 'Ask for less.' };
    schemas.ProblemCode.enum.push(code);
    const { value, ...like } = components.examples.invoice_expired;
    components.examples[code] = { ...like, value: { ...value, title, code } };
  }
  const operation = renamed(copy.paths['/api/v1/cancellations']);
  responses.RefundConflict = { ...structuredClone(responses.InvoiceConflict) };
  const { examples } = responses.RefundConflict.content['application/problem+json'];
  for (const code of [...Object.keys(problems), 'idempotency_in_progress'])
    examples[code] = { $ref: `#/components/examples/${code}` };
  operation.post.responses['409'] = { $ref: '#/components/responses/RefundConflict' };
  operation.post.responses['400'] = { $ref: '#/components/responses/BadCreateRequest' };
  operation.post.responses['200'] = { $ref: '#/components/responses/CreatedInvoice' };
  operation.post.parameters = [{ $ref: '#/components/parameters/IdempotencyKey' }];
  operation.post['x-rate-limits'][0].name = 'refund';
  paths['/api/v1/refunds'] = operation;
  responses.RefundRefused = renamed(copy.components.responses.CancelRefused);
  responses.RefundRefused.content['application/problem+json'].examples.reused = {
    $ref: '#/components/examples/idempotency_key_reused',
  };
  schemas.RefundPaymentRequest = renamed(copy.components.schemas.CancelPaymentRequest);
  schemas.RefundPaymentRequest.required.push('amount');
  schemas.RefundPaymentRequest.properties.amount = {
    ...{ type: 'number', minimum: 0.01, maximum: 999999.99, description: 'What to give back.', examples: [12.5] },
    'x-relations': [
      {
        ...{ is: 'at-most', field: 'paidAmount', less: 'refundedAmount', of: '#/components/schemas/PaymentInvoice' },
        ...{ problem: 'refund_too_large', requirement: 'refund-at-most-paid' },
      },
    ],
    'x-requirements': [
      entry('refund-at-most-paid', 'No more is given back than was paid.'),
      entry('refund-bounds', 'Other amounts are refused.', { keywords: ['minimum', 'maximum'] }),
    ],
  };
  schemas.PaymentInvoice.properties.refundedAmount = {
    ...{ type: ['number', 'null'], minimum: 0, description: 'What was given back.', examples: [null], 'x-feature': 'refunds' },
    'x-relations': [{ is: 'at-most', field: 'paidAmount', requirement: 'invoice-refunded-amount' }],
    'x-requirements': [
      entry('invoice-refunded-amount', '`refundedAmount` is the sum of what was given back.', { keywords: ['minimum'] }),
    ],
  };
  const status = schemas.InvoiceStatus;
  status.enum.push('REFUNDED');
  status['x-requirements'].push(entry('lifecycle-refund', 'A refund makes an invoice REFUNDED.'));
  const lifecycle = status['x-lifecycle'];
  lifecycle.states = { REFUNDED: { 'x-feature': 'refunds' } };
  lifecycle.events.refunded = { cause: 'operation', operation: 'refundPayment', description: 'Money is given back.' };
  const all = Object.entries<{ operation?: string }>(lifecycle.events).filter(([event]) => event !== 'refunded');
  for (const [event, { operation: cause }] of all) {
    const about = { event, from: ['REFUNDED'], to: 'same', requirement: 'lifecycle-refund' };
    const told = event === 'fetched' || event === 'receipt-repeated' ? { status: 200 } : { problem: 'invoice_already_paid' };
    lifecycle.transitions.push({ ...about, ...(cause && told) });
  }
  const refunded = { event: 'refunded', requirement: 'lifecycle-refund' };
  lifecycle.transitions.push(
    { ...refunded, from: ['PAID'], to: 'REFUNDED', status: 200, changes: ['refundedAmount'], callback: 'invoice.refunded' },
    { ...refunded, from: ['REFUNDED'], to: 'same', status: 200, changes: ['refundedAmount'], callback: 'invoice.refunded' },
    { ...refunded, from: ['PENDING', 'UNDER_PAID', 'FAILED', 'EXPIRED'], to: 'same', problem: 'nothing_to_refund' },
  );
  schemas.InvoiceEvent.properties.type.enum.push('invoice.refunded');
};
