import type { Fault } from './fault.ts';
import type { Reply } from './model/message.ts';
import { actionOf, changeInvoice, isInvoice, modelFault } from './model/model-fault.ts';
import type { Replaced } from './model/start-model.ts';

/** id, title, requirement, operation or none for all, the members that change; undefined is absent. */
type Change = readonly [
  string,
  string,
  string,
  string,
  string | undefined,
  (invoice: Record<string, unknown>) => Record<string, unknown>,
];

const changes: readonly Change[] = [
  ['submit-id-number', 'Submit answers with an id that is a number', 'invoice-id', 'id', 'submit', () => ({ id: 7 })],
  ['submit-note-null', 'Submit answers with a note that is null', 'invoice-note', 'note', 'submit', () => ({ note: null })],
  [
    'submit-cash-tag-object',
    'Submit answers with a cashTag that is an object',
    'invoice-cash-tag',
    'cashTag',
    'submit',
    (it) => ({ cashTag: { name: it.cashTag } }),
  ],
  [
    'submit-receipt-id-number',
    'Submit answers with a receiptId that is a number',
    'invoice-receipt-id',
    'receiptId',
    'submit',
    () => ({ receiptId: 42 }),
  ],
  [
    'submit-expires-at-epoch',
    'Submit answers with an expiresAt in milliseconds',
    'invoice-expires-at',
    'expiresAt',
    'submit',
    (it) => ({ expiresAt: Date.parse(String(it.expiresAt)) }),
  ],
  [
    'submit-created-at-absent',
    'Submit answers without createdAt',
    'invoice-created-at',
    'createdAt',
    'submit',
    () => ({ createdAt: undefined }),
  ],
  [
    'submit-paid-amount-text',
    'Submit answers with a paidAmount in quotes',
    'invoice-paid-amount',
    'paidAmount',
    'submit',
    (it) => ({ paidAmount: String(it.paidAmount) }),
  ],
  [
    'submit-status-of-its-own',
    'Submit answers with the status COMPLETED',
    'invoice-status',
    'status',
    'submit',
    () => ({ status: 'COMPLETED' }),
  ],
  [
    'submit-tag-of-another',
    'Submit answers with another tag',
    'submit-answers-invoice',
    'cashTag',
    'submit',
    () => ({ cashTag: 'someoneelse' }),
  ],
  [
    'submit-amount-is-paid',
    'Submit adds one to the amount',
    'submit-answers-invoice',
    'amount',
    'submit',
    (it) => ({ amount: Number(it.amount) + 1 }),
  ],
  [
    'submit-turns-flag',
    'Submit turns isWhiteLabel',
    'submit-answers-invoice',
    'isWhiteLabel',
    'submit',
    (it) => ({ isWhiteLabel: !it.isWhiteLabel }),
  ],
  [
    'submit-makes-return-url',
    'Submit makes a returnUrl up',
    'submit-answers-invoice',
    'returnUrl',
    'submit',
    () => ({ returnUrl: 'https://example.com/' }),
  ],
  ['fetch-note-empty', 'Fetch answers with an empty note', 'invoice-note', 'note', 'fetch', () => ({ note: '' })],
  [
    'fetch-cash-tag-absent',
    'Fetch answers without cashTag',
    'invoice-cash-tag',
    'cashTag',
    'fetch',
    () => ({ cashTag: undefined }),
  ],
  [
    'fetch-tag-of-another',
    'Fetch answers with another tag',
    'fetch-reads-what-was-created',
    'cashTag',
    'fetch',
    () => ({ cashTag: 'someoneelse' }),
  ],
  [
    'fetch-expires-at-date',
    'Fetch answers with an expiresAt that is a date alone',
    'invoice-expires-at',
    'expiresAt',
    'fetch',
    (it) => ({ expiresAt: String(it.expiresAt).slice(0, 10) }),
  ],
  [
    'fetch-turns-flag',
    'Fetch turns isWhiteLabel',
    'fetch-reads-what-was-created',
    'isWhiteLabel',
    'fetch',
    (it) => ({ isWhiteLabel: !it.isWhiteLabel }),
  ],
  [
    'fetch-makes-return-url',
    'Fetch makes a returnUrl up where there was none',
    'fetch-reads-what-was-created',
    'returnUrl',
    'fetch',
    (it) => ({ returnUrl: it.returnUrl ?? 'https://example.com/' }),
  ],
  [
    'fetch-loses-return-url',
    'Fetch answers with returnUrl null',
    'invoice-return-url',
    'returnUrl',
    'fetch',
    () => ({ returnUrl: null }),
  ],
  [
    'fetch-id-in-capitals',
    'Fetch answers with the id in capitals',
    'fetch-reads-what-was-created',
    'id',
    'fetch',
    (it) => ({ id: String(it.id).toUpperCase() }),
  ],
  [
    'fetch-moves-payment-url',
    'Fetch answers with another paymentUrl',
    'fetch-reads-what-was-created',
    'paymentUrl',
    'fetch',
    (it) => ({ paymentUrl: `${it.paymentUrl}?again` }),
  ],
  [
    'fetch-time-in-another-zone',
    'Fetch answers with createdAt an hour off',
    'fetch-reads-what-was-created',
    'createdAt',
    'fetch',
    (it) => ({ createdAt: new Date(Date.parse(String(it.createdAt)) + 3_600_000).toISOString() }),
  ],
  ['id-empty', 'The id is an empty text', 'invoice-id', 'id', undefined, () => ({ id: '' })],
  [
    'payment-url-without-scheme',
    'paymentUrl has no scheme',
    'invoice-payment-url',
    'paymentUrl',
    undefined,
    (it) => ({ paymentUrl: `pay.example/${it.id}` }),
  ],
  [
    'payment-url-without-host',
    'paymentUrl lacks its host: a setting is empty',
    'invoice-payment-url',
    'paymentUrl',
    undefined,
    (it) => ({ paymentUrl: `https:///pay/${it.id}` }),
  ],
  [
    'payment-url-with-space',
    'paymentUrl holds a space',
    'invoice-payment-url',
    'paymentUrl',
    undefined,
    (it) => ({ paymentUrl: `https://pay.example/pay ${it.id}` }),
  ],
  ['amount-in-cents', 'amount is in cents', 'invoice-amount', 'amount', undefined, (it) => ({ amount: Number(it.amount) * 100 })],
  [
    'amount-in-binary',
    'amount shows binary rounding',
    'invoice-amount',
    'amount',
    undefined,
    (it) => ({ amount: Number(it.amount) + 2e-15 * 10 }),
  ],
  [
    'amount-cut-in-binary',
    'What is less than a cent is cut off, after a binary product: 1.15 becomes 1.14',
    'invoice-amount',
    'amount',
    undefined,
    (it) => ({ amount: Math.trunc(Number(it.amount) * 100) / 100 }),
  ],
  [
    'fetch-amount-of-six-digits',
    'What is more than 9999.99 is kept as 9999.99',
    'invoice-amount',
    'amount',
    'fetch',
    (it) => ({ amount: Math.min(Number(it.amount), 9999.99) }),
  ],
  [
    'created-at-impossible',
    'createdAt is the 30th of February',
    'invoice-created-at',
    'createdAt',
    undefined,
    () => ({ createdAt: '2026-02-30T10:00:00Z' }),
  ],
  [
    'expires-at-invalid-date',
    'expiresAt is the text Invalid Date',
    'invoice-expires-at',
    'expiresAt',
    undefined,
    () => ({ expiresAt: 'Invalid Date' }),
  ],
  [
    'flag-null',
    'isWhiteLabel is null where create was sent none',
    'invoice-is-white-label',
    'isWhiteLabel',
    undefined,
    (it) => ({ isWhiteLabel: it.isWhiteLabel || null }),
  ],
  [
    'flag-as-number',
    'isWhiteLabel is 0 or 1',
    'invoice-is-white-label',
    'isWhiteLabel',
    undefined,
    (it) => ({ isWhiteLabel: Number(it.isWhiteLabel) }),
  ],
  [
    'return-url-decoded',
    'Percent signs of returnUrl are decoded',
    'invoice-return-url',
    'returnUrl',
    undefined,
    (it) => ({ returnUrl: it.returnUrl && decodeURI(String(it.returnUrl)) }),
  ],
  [
    'return-url-encoded-again',
    'Percent signs of returnUrl are encoded again',
    'invoice-return-url',
    'returnUrl',
    undefined,
    (it) => ({ returnUrl: it.returnUrl && encodeURI(String(it.returnUrl)) }),
  ],
  [
    'return-url-cut',
    'returnUrl ends at its first &',
    'invoice-return-url',
    'returnUrl',
    undefined,
    (it) => ({ returnUrl: it.returnUrl && String(it.returnUrl).split('&')[0] }),
  ],
  [
    'return-url-without-fragment',
    'returnUrl ends before its fragment',
    'invoice-return-url',
    'returnUrl',
    undefined,
    (it) => ({ returnUrl: it.returnUrl && String(it.returnUrl).split('#')[0] }),
  ],
  [
    'fetch-return-url-of-255',
    'Of returnUrl the first 255 characters are kept',
    'invoice-return-url',
    'returnUrl',
    'fetch',
    (it) => ({ returnUrl: it.returnUrl && String(it.returnUrl).slice(0, 255) }),
  ],
  [
    'return-url-empty-text',
    'returnUrl is an empty text where create was sent none',
    'invoice-return-url',
    'returnUrl',
    undefined,
    (it) => ({ returnUrl: it.returnUrl ?? '' }),
  ],
  [
    'status-with-space',
    'The status UNDER_PAID is written UNDER PAID',
    'invoice-status',
    'status',
    undefined,
    (it) => ({ status: String(it.status).replace('_', ' ') }),
  ],
];

/** Changes the text of each success of an operation. */
const rewrite = (action: string, change: (reply: Reply, text: string) => void): Replaced => ({
  reply(reply, message) {
    if (isInvoice(reply) && actionOf(message) === action) change(reply, JSON.stringify(reply.body));
  },
});

/** Servers whose answers are wrong. */
export const wrongAnswerFaults: readonly Fault[] = [
  ...changes.map(([id, title, breaks, field, action, change]) =>
    modelFault({ id, title, breaks, field }, () => changeInvoice((invoice) => Object.assign(invoice, change(invoice)), action)),
  ),
  modelFault(
    {
      id: 'answer-with-byte-order-mark',
      title: 'The answer of create begins with a byte order mark',
      breaks: 'create-answers-json',
    },
    () =>
      rewrite('create', (reply, text) => {
        reply.body = `\uFEFF${text}`;
      }),
  ),
  modelFault(
    { id: 'answer-in-latin-1', title: 'The answer of fetch is written in ISO 8859-1', breaks: 'fetch-answers-json' },
    () => ({
      reply(reply, message) {
        if (!isInvoice(reply)) return;
        const invoice = { ...(reply.body as Record<string, unknown>) };
        invoice.note = `Café ${invoice.note}`;
        const text = JSON.stringify(invoice);
        reply.body = actionOf(message) === 'fetch' ? Buffer.from(text, 'latin1') : text;
      },
    }),
  ),
  modelFault(
    { id: 'json-in-json', title: 'Fetch answers with JSON written as a JSON text', breaks: 'fetch-answers-invoice' },
    () =>
      rewrite('fetch', (reply, text) => {
        reply.body = JSON.stringify(text);
      }),
  ),
  modelFault(
    { id: 'invoice-in-array', title: 'Submit answers with a list of one invoice', breaks: 'submit-answers-invoice' },
    () =>
      rewrite('submit', (reply, text) => {
        reply.body = `[${text}]`;
      }),
  ),
  modelFault({ id: 'submit-no-content', title: 'Submit answers 204 and nothing', breaks: 'submit-answers-invoice' }, () =>
    rewrite('submit', (reply) => {
      Object.assign(reply, { status: 204, body: '' });
    }),
  ),
  modelFault(
    { id: 'answer-truncated', title: 'The answer of fetch lacks its last character', breaks: 'fetch-answers-invoice' },
    () =>
      rewrite('fetch', (reply, text) => {
        reply.body = text.slice(0, -1);
      }),
  ),
  modelFault({ id: 'submit-answers-500', title: 'Submit answers every receipt with 500', breaks: 'submit-answers-invoice' }, () =>
    rewrite('submit', (reply) => {
      Object.assign(reply, { status: 500, body: {} });
    }),
  ),
  modelFault(
    { id: 'reading-pays', title: 'A second fetch changes the note', breaks: 'fetch-reads-what-was-created', field: 'note' },
    () => {
      const read = new Set<unknown>();
      return changeInvoice((invoice) => {
        if (read.has(invoice.id)) invoice.note = `${invoice.note}-2`;
        read.add(invoice.id);
      }, 'fetch');
    },
  ),
  modelFault(
    { id: 'forgets-at-the-next-create', title: 'Only the twenty newest invoices are kept', breaks: 'fetch-answers-invoice' },
    () => ({
      find: (id, account, memory) => {
        const invoice = memory.invoices.get(id);
        const place = [...memory.invoices.keys()].reverse().indexOf(id);
        return place < 20 && invoice?.account === account ? invoice : undefined;
      },
    }),
  ),
  modelFault(
    {
      id: 'ids-by-the-millisecond',
      title: 'Creates at the same time get the same id',
      breaks: 'create-ids-distinct',
      field: 'id',
    },
    () => ({
      ...changeInvoice((invoice) => {
        invoice.id = `inv_${Math.floor(Date.now() / 500)}`;
      }, 'create'),
      find: (_id, account, memory) => [...memory.invoices.values()].findLast((invoice) => invoice.account === account),
    }),
  ),
];
