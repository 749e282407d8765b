/** Tests that cases written by hand report nothing about a server that follows a changed contract. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readContract } from '../payments/load-contract.ts';
import { editFields, headerOf } from '../servers/full/message.ts';
import { type FullChanges, startFullServer } from '../servers/full/start-full-server.ts';
import { planCases } from '../src/engine/plan-cases.ts';
import { addCancel } from '../testing/changes/add-cancel.ts';
import { addLists } from '../testing/changes/add-lists.ts';
import { addParts } from '../testing/changes/add-properties.ts';
import { addTraceOfRefusals } from '../testing/changes/add-shown.ts';
import { type ChangeContract, changedContract } from '../testing/changes/change-contract.ts';
import { checkSubject } from '../testing/check-subject.ts';

const folder = mkdtempSync(join(tmpdir(), 'changed-contracts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const boundAmounts: ChangeContract = ({ components: { schemas } }) => {
  for (const { properties } of [schemas.CreatePaymentRequest, schemas.PaymentInvoice])
    Object.assign(properties.amount, { minimum: 1, maximum: 5000 });
};

const takeWhiteLabelAway: ChangeContract = ({ components: { schemas } }) => {
  for (const schema of [schemas.CreatePaymentRequest, schemas.PaymentInvoice]) delete schema.properties.isWhiteLabel;
  const { PaymentInvoice } = schemas;
  PaymentInvoice.required = PaymentInvoice.required.filter((name: string) => name !== 'isWhiteLabel');
};

const whiteLabelByDefault: ChangeContract = ({ components: { schemas } }) => {
  schemas.CreatePaymentRequest.properties.isWhiteLabel.default = true;
};

const askForStore: ChangeContract = ({ paths }) => {
  const store = { name: 'X-Store', in: 'header', required: true, description: 'The store.', example: 'ABC' };
  for (const name of ['create', 'submit', 'fetch']) {
    const operation = paths[`/api/v1/payments/${name}`].post;
    operation.parameters = [...(operation.parameters ?? []), { ...store, schema: { type: 'string', pattern: '^[A-Z]{3}$' } }];
  }
};

const answerCreated: ChangeContract = ({ paths }) => {
  const { responses } = paths['/api/v1/payments/create'].post;
  responses['201'] = responses['200'];
  delete responses['200'];
};

const askForKey: ChangeContract = ({ components, paths }) => {
  components.parameters.IdempotencyKey.required = true;
  for (const parameter of paths['/api/v1/payments/create'].post.parameters) parameter.required = true;
};

const shortenKeys: ChangeContract = ({ components }) => {
  components.parameters.IdempotencyKey.schema.pattern = '^("[0-9a-zA-Z-]{1,64}"|[0-9a-zA-Z-]{1,64})$';
};

/** Adds operations at paths that resemble the contract's. The cases for unknown paths must leave these paths out. */
const takeNearPaths: ChangeContract = (document) => {
  addLists(document);
  const { '/api/v1/invoices/{invoice}': read, ...others } = document.paths;
  const { parameters: _path, ...list } = structuredClone(read.get);
  const entries = JSON.parse(JSON.stringify({ ...list, operationId: 'listInvoices' }).replaceAll('"read-', '"list-'));
  const same = JSON.parse(JSON.stringify(read).replaceAll('"read-', '"again-').replaceAll('readInvoice', 'readAgain'));
  same.get['x-rate-limits'][0].name = 'again';
  entries['x-rate-limits'][0].name = 'list';
  const ofIds = ['ownership', 'unknown-id'];
  entries['x-requirements'] = entries['x-requirements'].filter(({ about }: { about: string }) => !ofIds.includes(about));
  document.paths = {
    ...{ ...others, '/api/v1/payments': { get: entries } },
    ...{ '/api/v1/payments/{invoice}': same, '/api/v1/invoices/{invoice}': read },
  };
};

const takeSteps: ChangeContract = ({ components: { schemas } }) => {
  const rule = { id: 'create-tip', level: 'MUST', support: 'extended', feature: 'limits', source: 'D-16', text: 'It has steps.' };
  schemas.CreatePaymentRequest.properties.tip = {
    ...{ type: 'number', minimum: 0, maximum: 100, multipleOf: 0.05, description: 'A tip.', examples: [0.1] },
    'x-requirements': [{ ...rule, keywords: ['multipleOf', 'minimum', 'maximum'] }],
  };
};

const takeLargeNumbers: ChangeContract = ({ components: { schemas } }) => {
  const rule = { id: 'create-order', level: 'MUST', support: 'extended', feature: 'limits', source: 'D-16', text: 'It is long.' };
  schemas.CreatePaymentRequest.properties.order = {
    ...{ type: 'integer', minimum: -9223372036854776000, maximum: 9223372036854776000, description: 'A number.', examples: [1] },
    'x-requirements': [{ ...rule, keywords: ['minimum', 'maximum'] }],
  };
};

const takeOddNames: ChangeContract = ({ components: { schemas } }) => {
  const rule = { level: 'MUST', support: 'extended', feature: 'limits', source: 'D-16', text: 'It is a number.' };
  for (const name of ['metadata', 'account', 'token', 'a/b~c', '__x', 'class', 'größe'])
    schemas.CreatePaymentRequest.properties[name] = {
      ...{ type: ['integer', 'null'], description: 'A number.', examples: [1] },
      'x-requirements': [{ id: `create-${name.replaceAll(/[^a-z]/g, '')}`, ...rule }],
    };
};

const takePorts = ({ components }: Parameters<ChangeContract>[0], ports: number[] | 'any' | undefined): void => {
  const { callbackUrl } = components.schemas.CreatePaymentRequest.properties;
  callbackUrl['x-url'] = JSON.parse(JSON.stringify({ ...callbackUrl['x-url'], ports }));
};

/** Adds every field that a path item may have besides methods, and puts the path of a GET before the path of create. */
const addWords: ChangeContract = (document) => {
  const { paths } = document;
  addLists(document);
  const { '/api/v1/invoices/{invoice}': read, ...others } = paths;
  document.paths = { '/api/v1/invoices/{invoice}': read, ...others };
  const words = { summary: 'A path.', description: 'Words.', servers: [{ url: 'https://example.com' }], 'x-note': 1 };
  for (const [path, item] of Object.entries<object>(document.paths)) document.paths[path] = { ...words, ...item };
  const { callbacks } = paths['/api/v1/payments/create'].post;
  for (const [url, item] of Object.entries<object>(callbacks.invoiceChanged))
    callbacks.invoiceChanged[url] = { ...words, ...item };
};

/** Lets an invoice be paid in full after a failed payment. */
const payAfterFailure: ChangeContract = ({ components: { schemas } }) => {
  const lifecycle = schemas.InvoiceStatus['x-lifecycle'];
  lifecycle.terminal = ['PAID', 'EXPIRED'];
  for (const transition of lifecycle.transitions) {
    if (transition.event !== 'receipt-reaches-amount' || !transition.from.includes('FAILED')) continue;
    delete transition.problem;
    const change = { status: 200, changes: ['receiptId', 'paidAmount'], callback: 'invoice.paid' };
    Object.assign(transition, { ...change, to: 'PAID', requirement: 'lifecycle-full-payment' });
  }
};

/** Adds a state that a PAID invoice can enter, such as after a refund. */
const leavePaid: ChangeContract = (document) => {
  addCancel(document);
  const lifecycle = document.components.schemas.InvoiceStatus['x-lifecycle'];
  lifecycle.terminal = lifecycle.terminal.filter((state: string) => state !== 'PAID');
  const { event } = lifecycle.transitions.find(({ to }: { to: string }) => to === 'CANCELLED');
  for (const transition of lifecycle.transitions) {
    if (transition.event !== event || !transition.from.includes('PAID')) continue;
    delete transition.problem;
    Object.assign(transition, { to: 'CANCELLED', status: 200, callback: 'invoice.cancelled', requirement: 'lifecycle-cancel' });
  }
};

/** Adds a state that a PAID invoice enters when another receipt is submitted. */
const payTwice: ChangeContract = ({ components: { schemas } }) => {
  const { InvoiceStatus, InvoiceEvent } = schemas;
  const lifecycle = InvoiceStatus['x-lifecycle'];
  InvoiceStatus.enum.push('OVER_PAID');
  InvoiceEvent.properties.type.enum.push('invoice.over_paid');
  lifecycle.terminal = ['OVER_PAID', 'FAILED', 'EXPIRED'];
  const ofPaid = lifecycle.transitions.filter(({ from }: { from: string[] }) => from.includes('PAID'));
  const same = ofPaid.map((transition: object) => ({ ...transition, from: ['OVER_PAID'] }));
  const other = lifecycle.transitions.filter(
    ({ event, from }: { event: string; from: string[] }) =>
      !(from.includes('PAID') && ['receipt-reaches-amount', 'receipt-below-amount'].includes(event)),
  );
  const change = { status: 200, changes: ['receiptId', 'paidAmount'], callback: 'invoice.over_paid' };
  lifecycle.transitions = [
    ...other,
    ...same,
    { event: 'receipt-reaches-amount', from: ['PAID'], to: 'OVER_PAID', ...change, requirement: 'lifecycle-full-payment' },
    { event: 'receipt-below-amount', from: ['PAID'], impossible: 'The total is the amount already.' },
  ];
};

/** Refuses a receipt that was already counted on the same invoice. */
const refuseAgain: ChangeContract = ({ components: { schemas } }) => {
  for (const transition of schemas.InvoiceStatus['x-lifecycle'].transitions)
    if (transition.event === 'receipt-repeated' && transition.impossible === undefined) {
      delete transition.status;
      transition.problem = 'receipt_already_used';
    }
};

const renameParent: ChangeContract = (document) => {
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [path.replace('/payments/', '/bills/').replace('/v1/', '/v3/'), item]),
  );
};

const flattenPaths: ChangeContract = (document) => {
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [path.replace('/payments/', '/'), item]),
  );
};

/** Moves a path and a callback to the components and refers to them from their old places. */
const referToPaths: ChangeContract = ({ components, paths }) => {
  const { callbacks } = paths['/api/v1/payments/create'].post;
  components.callbacks = { Changed: callbacks.invoiceChanged };
  callbacks.invoiceChanged = { $ref: '#/components/callbacks/Changed' };
  components.pathItems = { Fetch: paths['/api/v1/payments/fetch'] };
  paths['/api/v1/payments/fetch'] = { $ref: '#/components/pathItems/Fetch' };
};

/**
 * Adds optional fields to the invoice, to problems and to events. The requirements about these fields belong to a feature, but
 * the fields themselves do not.
 */
const mayLeaveOut: ChangeContract = ({ components: { schemas } }) => {
  const rule = { level: 'MUST', support: 'extended', feature: 'limits', source: 'D-16', text: 'It is a word.' };
  for (const [name, schema] of Object.entries({ invoice: 'PaymentInvoice', event: 'InvoiceEvent', problem: 'Problem' }))
    schemas[schema].properties.hint = {
      ...{ type: 'string', minLength: 1, description: 'A hint.', examples: ['word'] },
      'x-requirements': [{ ...rule, id: `${name}-hint`, keywords: ['minLength'] }],
    };
};

/** Makes the server omit the fields that the contract has made optional. */
const leaveOut: FullChanges = { reply: (reply) => void delete (reply.body as { hint?: string } | undefined)?.hint };

/** Adds a response header that repeats the request's X-Trace. Every success has the header, and no refusal has it. */
const repeatInSuccesses: ChangeContract = (document) => {
  addTraceOfRefusals(document);
  delete document.components.headers.TraceOfRefusal;
  for (const [status, { headers }] of Object.entries<{ headers: Record<string, object> }>(document.components.responses))
    if (!/^(Created|Paid|Fetched)Invoice/.test(status)) delete headers['X-Trace'];
};

const traceSuccesses: FullChanges = {
  reply({ status, headers }, message) {
    if (status < 300) headers['X-Trace'] = headerOf(message, 'x-trace') ?? 'none';
  },
};

/** Before the server does anything else, sets an absent field to its default, as some validators do. */
const fillIn: FullChanges = {
  request: (message) =>
    editFields(
      message,
      (fields) => void (Object.hasOwn(fields, 'cashTag') && Object.assign(fields, { isWhiteLabel: true, ...fields })),
    ),
};

test.each<[string, ChangeContract, RegExp, FullChanges?]>([
  ['other bounds of amounts', boundAmounts, /amount/],
  ['no isWhiteLabel', takeWhiteLabelAway, /idempotency|at-expiry|as-given/],
  ['another default', whiteLabelByDefault, /idempotency\/other/, fillIn],
  [
    'a header that each call needs',
    askForStore,
    /parameter|odd|verifier-away|store-away|other-headers|chunked|pieces|amount-digits/,
  ],
  ['fields whose names no request had', takeOddNames, /create-payment\/odd-names|a\/b~c|__x|class|größe/],
  ['a key that each create must have', askForKey, /^create-payment|^answers|^lifecycle.PENDING/],
  ['shorter keys of fewer characters', shortenKeys, /idempotency/],
  ['operations at paths near the others', takeNearPaths, /near-paths|unknown-path/],
  ['a number in steps', takeSteps, /tip/],
  ['a number of 64 bits', takeLargeNumbers, /\border\b(?!\/)|body\/order|values\/order/],
  ['another status of a success', answerCreated, /as-given|answer/],
  ['any port', (document) => takePorts(document, 'any'), /callback-ports|callbackUrl/],
  ['ports of which nothing is said', (document) => takePorts(document, undefined), /callback-ports|callbackUrl/],
  ['one port more and one less', (document) => takePorts(document, [443, 9443]), /callback-ports|callbackUrl/],
  ['another parent of its paths, and another version', renameParent, /near-paths|unknown-path/],
  ['paths of one part', flattenPaths, /near-paths|unknown-path/],
  ['paths and callbacks that are referred to', referToPaths, /^callbacks\/two-parts|fetch-payment\/(answer|echo|problem)/],
  ['parts of problems and events', addParts, /help|two-parts|refused\/property/],
  ['fields that may be left out', mayLeaveOut, /hint|two-parts|as-created/, leaveOut],
  ['a payment after a failed one', payAfterFailure, /^lifecycle\/FAILED/],
  ['a second payment', payTwice, /^lifecycle\/(PAID|OVER_PAID)/],
  ['a way out of PAID', leavePaid, /^lifecycle\/(PAID|CANCELLED)/],
  ['a receipt that may not come again', refuseAgain, /receipt-repeated$/],
  ['a header that only successes repeat', repeatInSuccesses, /^submit-receipt\/echo/, traceSuccesses],
  ['words beside its methods, and another order', addWords, /^callbacks\/|^create-payment\/answer|read-invoice/],
])(
  'a server that follows %s is right',
  async (name, change, which, changes = {}) => {
    const text = changedContract(change);
    const path = join(folder, `${name}.yaml`);
    writeFileSync(path, text);
    const contract = readContract(text);
    const ids = planCases(contract).flatMap(({ id }) => (which.test(id) ? [id] : []));
    const running = await startFullServer(changes, { contract: path });
    const results = await checkSubject(running, true, [...contract.features.keys()], ids, contract).finally(() =>
      running.close(),
    );
    expect(results.flatMap(({ id, verdict, reason, findings }) => (verdict === 'pass' ? [] : [[id, reason, findings]]))).toEqual(
      [],
    );
    expect(results.length).toBeGreaterThan(1);
  },
  60_000,
);
