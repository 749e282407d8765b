import type { Change, Contract } from '../change.ts';

const path = '/api/v1/payments/cancel';
const requirement = (id: string, about: string | undefined, text: string, more: object = {}) => ({
  id,
  ...(about !== undefined && { about }),
  level: 'MUST',
  source: 'D-27',
  text,
  ...more,
});
const lifecycleOf = (contract: Contract) => contract.components.schemas.InvoiceStatus['x-lifecycle'];

/** Adds an operation with its own feature, status, event, scope, ownership rule, rate limit and problem. */
export const addCancel: Change = {
  name: 'add the operation cancelPayment',
  edit: (contract) => {
    contract['x-features'].cancellation = 'Invoices that nobody should pay any more are cancelled.';
    contract['x-sources']['D-27'] = 'Open invoices can be cancelled.';
    addOperation(contract);
    addProblem(contract);
    addState(contract);
  },
  owes: [
    ['packages/kit/src/invoices/create-handlers.ts', /cancelPayment/],
    ['packages/kit/src/invoices/submit-receipt.ts', /invoice_cancelled/],
    ['packages/server/src/payment-page/status-words.ts', /CANCELLED/],
    ['packages/server/src/store/migrations.ts', /CHECK of invoices\.status has other values .*'CANCELLED'/],
    ['packages/server/src/store/migrations.ts', /Invoices that are CANCELLED are not counted/],
  ],
  generates: ['client.ts', 'curl.sh', 'python.py'].map((name) => `openapi/samples/cancel-payment/${name}`),
  mistakes: {
    'it asks for no scope': [
      (contract) => {
        contract.paths[path].post.security = [{ bearerAuth: [] }];
      },
      /cancelPayment needs no scope/,
    ],
    'nothing says whose invoice it is': [
      (contract) => {
        const list = contract.paths[path].post['x-requirements'];
        list.splice(
          list.findIndex(({ about }: { about: string }) => about === 'ownership'),
          1,
        );
      },
      /cancelPayment takes the id of an invoice in invoiceId, but no requirements are about ownership/,
    ],
    'its event is not among the types': [
      (contract) => contract.components.schemas.InvoiceEvent.properties.type.enum.pop(),
      /Transitions send 'invoice\.cancelled'/,
    ],
    'nothing says what it does to a paid invoice': [
      (contract) => {
        const { transitions } = lifecycleOf(contract);
        const index = transitions.findIndex(({ event, from }: Contract) => event === 'cancelled' && from.includes('PAID'));
        transitions.splice(index, 1);
      },
      /Nothing says what 'cancelled' does in PAID/,
    ],
    'its state can be reached without the feature': [
      (contract) => {
        lifecycleOf(contract).events['expiry-due'].cause = 'clock';
        const due = lifecycleOf(contract).transitions.find(
          ({ event, to }: Contract) => event === 'expiry-due' && to === 'EXPIRED',
        );
        Object.assign(due, { to: 'CANCELLED', callback: 'invoice.cancelled' });
      },
      /'expiry-due' leads to CANCELLED, which belongs to the feature 'cancellation'/,
    ],
  },
};

function addOperation(contract: Contract): void {
  const { responses } = contract.paths['/api/v1/payments/submit'].post;
  contract.components.schemas.CancelPaymentRequest = {
    ...structuredClone(contract.components.schemas.FetchPaymentRequest),
    description: 'Which invoice to cancel.',
    'x-feature': 'cancellation',
    'x-requirements': [
      requirement('cancel-refuses-unknown-members', undefined, 'A field that cancel does not know is refused with 422.', {
        keywords: ['additionalProperties'],
      }),
    ],
  };
  const { invoiceId } = contract.components.schemas.CancelPaymentRequest.properties;
  invoiceId['x-requirements'] = [
    requirement('cancel-requires-invoice-id', undefined, 'Cancel without `invoiceId` is refused with 422.'),
  ];
  const refused = structuredClone(contract.components.responses.FetchRefused);
  refused['x-requirements'] = [
    requirement('cancel-validation-is-422', 'validation', 'A cancel body that breaks the schema is refused with 422.'),
  ];
  contract.components.responses.CancelRefused = { ...refused, 'x-feature': 'cancellation' };
  contract.paths[path] = {
    post: {
      operationId: 'cancelPayment',
      tags: ['Payments'],
      summary: 'Cancel a payment invoice',
      description: 'Makes an open invoice CANCELLED: nobody can pay it any more.',
      'x-feature': 'cancellation',
      security: [{ bearerAuth: ['invoices:write'] }],
      'x-rate-limits': [{ name: 'cancel', per: 'account', requests: 60, seconds: 60, requirement: 'cancel-rate-limit' }],
      'x-requirements': [
        requirement('cancel-answers-json', 'media-type', 'The response to a successful cancel is JSON.'),
        requirement('cancel-refuses-wrong-types', 'wrong-types', 'A cancel body of other types does not succeed.'),
        requirement('cancel-refuses-malformed-json', 'malformed-body', 'A cancel body that is not JSON does not succeed.'),
        requirement('cancel-answers-invoice', 'success', 'A cancelled invoice returns a 2xx status, as a JSON object.'),
        requirement('cancel-is-post', 'method', 'Cancel is an HTTP POST.'),
        requirement('cancel-requires-token', 'authentication', 'Cancel is refused without a token that the service knows.'),
        requirement('cancel-needs-scope', 'scope', 'Cancel needs the scope `invoices:write`.', { feature: 'scopes' }),
        requirement(
          'cancel-foreign-is-unknown',
          'ownership',
          "Cancel of another account's invoice returns what it returns for an unknown one.",
          { feature: 'ownership' },
        ),
        requirement('cancel-rate-limit', undefined, 'An account cancels at most 60 invoices a minute.', {
          feature: 'rate-limits',
        }),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/CancelPaymentRequest' } } },
      },
      responses: {
        ...responses,
        200: { $ref: '#/components/responses/FetchedInvoice' },
        422: { $ref: '#/components/responses/CancelRefused' },
        503: { $ref: '#/components/responses/Unavailable' },
      },
    },
  };
}

function addProblem(contract: Contract): void {
  const title = 'The invoice was cancelled';
  contract.components.schemas.ProblemCode.enum.push('invoice_cancelled');
  contract['x-problems'].invoice_cancelled = {
    status: 409,
    title,
    cause: 'The invoice is CANCELLED.',
    cure: 'Create a new invoice.',
  };
  const { invoice_expired: like } = contract.components.examples;
  const type = like.value.type.replace('invoice_expired', 'invoice_cancelled');
  contract.components.examples.invoice_cancelled = {
    summary: title,
    value: { ...like.value, type, title, detail: 'The invoice was cancelled. Create a new one.', code: 'invoice_cancelled' },
  };
  contract.components.responses.InvoiceConflict.content['application/problem+json'].examples.invoice_cancelled = {
    $ref: '#/components/examples/invoice_cancelled',
  };
}

function addState(contract: Contract): void {
  const { InvoiceStatus, InvoiceEvent } = contract.components.schemas;
  InvoiceStatus.enum.push('CANCELLED');
  InvoiceStatus['x-requirements'].push(
    requirement('lifecycle-cancel', undefined, 'Cancel makes an open invoice CANCELLED.', {
      support: 'extended',
      feature: 'cancellation',
    }),
    requirement('lifecycle-cancelled-is-final', undefined, 'A CANCELLED invoice never changes.', {
      support: 'extended',
      feature: 'cancellation',
    }),
  );
  InvoiceEvent.properties.type.enum.push('invoice.cancelled');
  const lifecycle = lifecycleOf(contract);
  lifecycle.terminal.push('CANCELLED');
  lifecycle.states = { CANCELLED: { 'x-feature': 'cancellation' } };
  const final = { to: 'same', requirement: 'lifecycle-cancelled-is-final' };
  for (const [event, { operation }] of Object.entries<Contract>(lifecycle.events)) {
    const response = event === 'receipt-repeated' || event === 'fetched' ? { status: 200 } : { problem: 'invoice_cancelled' };
    lifecycle.transitions.push({ event, from: ['CANCELLED'], ...final, ...(operation && response) });
  }
  lifecycle.events.cancelled = { cause: 'operation', operation: 'cancelPayment', description: 'An invoice is cancelled.' };
  lifecycle.transitions.push(
    {
      ...{ event: 'cancelled', from: ['PENDING', 'UNDER_PAID'], to: 'CANCELLED', status: 200 },
      ...{ callback: 'invoice.cancelled', requirement: 'lifecycle-cancel' },
    },
    { event: 'cancelled', from: ['CANCELLED'], ...final, status: 200 },
    ...[
      ['PAID', 'invoice_already_paid', 'lifecycle-paid-is-final'],
      ['FAILED', 'invoice_failed', 'lifecycle-failed-is-final'],
      ['EXPIRED', 'invoice_expired', 'lifecycle-expired-is-final'],
    ].map(([status, problem, rule]) => ({ event: 'cancelled', from: [status], to: 'same', problem, requirement: rule })),
  );
}
