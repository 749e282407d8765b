/** Cases that are written by hand do not blame a server for following a contract that was changed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { editFields } from '../servers/full/message.ts';
import { type FullChanges, startFullServer } from '../servers/full/start-full-server.ts';
import { readContract } from '../src/contract/load-contract.ts';
import { checkSubject } from '../src/engine/check-subject.ts';
import { planCases } from '../src/engine/plan-cases.ts';
import { addLists } from '../testing/changes/add-lists.ts';
import { type ChangeContract, changedContract } from '../testing/changes/change-contract.ts';

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

/** Puts operations at paths that a case would take for unknown ones. */
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

/** Says everything that a path may say beside its methods, and puts an operation of another method before create. */
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

/** Fills in the default before anything else, as validators do. */
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
  ['operations at paths near the others', takeNearPaths, /near-paths|unknown-path/],
  ['a number in steps', takeSteps, /tip/],
  ['another status of a success', answerCreated, /as-given|answer/],
  ['any port', (document) => takePorts(document, 'any'), /callback-ports|callbackUrl/],
  ['ports of which nothing is said', (document) => takePorts(document, undefined), /callback-ports|callbackUrl/],
  ['one port more and one less', (document) => takePorts(document, [443, 9443]), /callback-ports|callbackUrl/],
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
