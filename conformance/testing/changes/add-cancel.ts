import type { ChangeContract } from './change-contract.ts';
import { finals, must } from './state-operation.ts';

const ofState = { support: 'extended', feature: 'lifecycle', source: 'D-03' };

/** Adds the feature `cancellation`: an operation that moves an open invoice to the new state CANCELLED. */
export const addCancel: ChangeContract = (document) => {
  const { paths, components } = document;
  document['x-features'].cancellation = 'Open invoices can be cancelled.';
  document['x-problems'].invoice_cancelled = {
    status: 409,
    title: 'The invoice is cancelled',
    cause: 'The invoice is CANCELLED.',
    cure: 'Create a new invoice.',
  };
  components.schemas.ProblemCode.enum.push('invoice_cancelled');
  const entry = (id: string, about: string, text: string, more = {}) => must(id, text, { about, source: 'D-03', ...more });
  const fetch = paths['/api/v1/payments/fetch'].post;
  paths['/api/v1/cancellations'] = {
    post: {
      operationId: 'cancelPayment',
      'x-feature': 'cancellation',
      tags: ['Payments'],
      summary: 'Cancel a payment invoice',
      description: 'Ends an open invoice.',
      'x-requirements': [
        entry('cancel-answers-json', 'media-type', 'The response to a successful cancel is JSON.'),
        entry('cancel-refuses-wrong-types', 'wrong-types', 'A cancel body of other types is refused.', { level: 'SHOULD' }),
        entry('cancel-refuses-malformed-json', 'malformed-body', 'A cancel body that is not JSON is refused.'),
        entry('cancel-answers-invoice', 'success', 'An open invoice is cancelled and returned.'),
        entry('cancel-is-post', 'method', 'Cancel is an HTTP POST.'),
        entry('cancel-requires-token', 'authentication', 'Cancel is refused without a token.'),
        entry('cancel-status-200', 'success-status', 'A successful cancel returns 200.', { feature: 'status-codes' }),
        entry('cancel-needs-scope', 'scope', 'Cancel needs the scope `invoices:write`.', { feature: 'scopes' }),
        entry('cancel-foreign-is-unknown', 'ownership', "Another account's invoice is unknown.", { feature: 'ownership' }),
        entry('cancel-rate-limit', 'rate-limit', 'An account cancels at most 30 times a minute.', {
          level: 'SHOULD',
          feature: 'rate-limits',
        }),
      ],
      security: [{ bearerAuth: ['invoices:write'] }],
      'x-rate-limits': [{ name: 'cancel', per: 'account', requests: 30, seconds: 60, requirement: 'cancel-rate-limit' }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/CancelPaymentRequest' } } },
      },
      responses: { ...fetch.responses, 422: { $ref: '#/components/responses/CancelRefused' } },
    },
  };
  components.schemas.CancelPaymentRequest = {
    type: 'object',
    description: 'Which invoice to cancel.',
    'x-feature': 'cancellation',
    additionalProperties: false,
    required: ['invoice'],
    'x-requirements': [
      must(
        'cancel-refuses-unknown-members',
        'A field that cancel does not know is refused with 422 with item `unknown_property`.',
        {
          ...{ source: 'D-03', feature: 'strict-requests', keywords: ['additionalProperties'] },
        },
      ),
    ],
    properties: {
      invoice: {
        ...components.schemas.FetchPaymentRequest.properties.invoiceId,
        'x-requirements': [must('cancel-requires-invoice', 'Cancel without `invoice` is refused.', { source: 'D-03' })],
      },
    },
  };
  components.responses.CancelRefused = {
    ...components.responses.FetchRefused,
    'x-requirements': [
      entry('cancel-validation-is-422', 'validation', 'A cancel body that breaks the schema is refused with 422.', {
        support: 'extended',
        feature: 'problem-details',
      }),
    ],
  };
  const status = components.schemas.InvoiceStatus;
  status.enum.push('CANCELLED');
  status['x-requirements'].push(
    must('lifecycle-cancel', 'Cancel ends an open invoice.', ofState),
    must('lifecycle-cancelled-is-final', 'A CANCELLED invoice never changes.', ofState),
  );
  const lifecycle = status['x-lifecycle'];
  lifecycle.terminal.push('CANCELLED');
  lifecycle.states = { CANCELLED: { 'x-feature': 'cancellation' } };
  lifecycle.events.cancelled = { cause: 'operation', operation: 'cancelPayment', description: 'The invoice is cancelled.' };
  const requirement = 'lifecycle-cancelled-is-final';
  const receipts = Object.keys(lifecycle.events).filter(
    (event) => !['expiry-due', 'fetched', 'cancelled', 'receipt-repeated'].includes(event),
  );
  lifecycle.transitions.push(
    {
      ...{ event: 'cancelled', from: ['PENDING', 'UNDER_PAID'], to: 'CANCELLED', status: 200, callback: 'invoice.cancelled' },
      requirement: 'lifecycle-cancel',
    },
    ...Object.entries({ ...finals, CANCELLED: 'invoice_cancelled' }).map(([state, problem]) => ({
      ...{ event: 'cancelled', from: [state], to: 'same', problem },
      requirement: `lifecycle-${state.toLowerCase()}-is-final`,
    })),
    { event: 'receipt-repeated', from: ['CANCELLED'], impossible: 'An invoice whose receipt was counted is not tried.' },
    { event: 'expiry-due', from: ['CANCELLED'], to: 'same', requirement },
    { event: 'fetched', from: ['CANCELLED'], to: 'same', status: 200, requirement: 'lifecycle-read' },
    ...receipts.map((event) => ({ event, from: ['CANCELLED'], to: 'same', problem: 'invoice_cancelled', requirement })),
  );
  components.schemas.InvoiceEvent.properties.type.enum.push('invoice.cancelled');
};

/** Adds cancellation, and two operations: one makes a PENDING invoice HELD, and the other makes a HELD invoice REVIEWED. */
export const addHold: ChangeContract = (document) => {
  addCancel(document);
  const { paths, components } = document;
  const status = components.schemas.InvoiceStatus;
  const lifecycle = status['x-lifecycle'];
  const states = { HELD: { id: 'hold', from: 'PENDING' }, REVIEWED: { id: 'review', from: 'HELD' } };
  for (const [state, { id, from }] of Object.entries(states)) {
    const copy = JSON.parse(
      JSON.stringify(paths['/api/v1/cancellations'])
        .replaceAll('cancel-', `${id}-`)
        .replaceAll('cancelPayment', `${id}Payment`)
        .replaceAll('CancelPaymentRequest', `${id}Request`)
        .replaceAll('CancelRefused', `${id}Refused`),
    );
    copy.post['x-rate-limits'][0].name = id;
    paths[`/api/v1/desk/${id}`] = copy;
    const renamed = (part: unknown) => JSON.parse(JSON.stringify(part).replaceAll('cancel-', `${id}-`));
    components.schemas[`${id}Request`] = renamed(components.schemas.CancelPaymentRequest);
    components.responses[`${id}Refused`] = renamed(components.responses.CancelRefused);
    status.enum.push(state);
    lifecycle.states[state] = { 'x-feature': 'cancellation' };
    status['x-requirements'].push(must(`lifecycle-${id}`, `An invoice becomes ${state}.`, ofState));
    lifecycle.events[id] = { cause: 'operation', operation: `${id}Payment`, description: `The invoice becomes ${state}.` };
    const callback = `invoice.${state.toLowerCase()}`;
    lifecycle.transitions.push({ event: id, from: [from], to: state, status: 200, callback, requirement: `lifecycle-${id}` });
    components.schemas.InvoiceEvent.properties.type.enum.push(callback);
  }
  // In all remaining pairs of event and state, the event changes nothing: only a PENDING invoice can be held, for example.
  const all: string[] = status.enum;
  for (const event of Object.keys(lifecycle.events)) {
    const told = lifecycle.transitions.flatMap((one: { event: string; from: string[] }) => (one.event === event ? one.from : []));
    const from = all.filter((state) => !told.includes(state));
    const reads = event === 'fetched' ? { status: 200 } : event === 'expiry-due' ? {} : { problem: 'invoice_cancelled' };
    // An invoice in this state has no counted receipt, so no receipt can be repeated.
    if (event === 'receipt-repeated') lifecycle.transitions.push({ event, from, impossible: 'No receipt was counted before.' });
    else if (from.length > 0)
      lifecycle.transitions.push({ event, from, to: 'same', ...reads, requirement: 'lifecycle-cancelled-is-final' });
  }
};
