import { expect, test } from 'vitest';
import type { Node } from '../reader/json.ts';
import { readContract } from '../reader/read-contract.ts';
import { findUnshown } from './find-unshown.ts';
import { readOwnContract } from './list-prose.ts';
import { renderPage } from './render-page.ts';
import { requirementsPage } from './requirements-page.ts';

const own = readOwnContract().document;

/** Lists the texts of a changed contract that the docs do not show. */
function unshownAfter(change: (document: Node) => void): string[] {
  const document = structuredClone(own);
  change(document);
  const contract = readContract(document);
  return findUnshown(contract, [renderPage(contract), requirementsPage(contract, [])]);
}

const path = '/api/v1/payments/fetch';
const more = { url: 'https://example.com/more', description: 'Zebra words.' };

test('the docs show every word of the contract', () => {
  expect(unshownAfter(() => undefined)).toEqual([]);
});

test.each<[string, (document: Node) => void]>([
  ['a second tag', ({ tags }) => tags.push({ name: 'Reading', description: 'Zebra `words`.' })],
  ['a summary of the service', ({ info }) => Object.assign(info, { summary: 'Zebra words.' })],
  ['words around the methods of a path', ({ paths }) => Object.assign(paths[path], { summary: 'Zebra.', description: 'Words.' })],
  ['where more is said of the service', (document) => Object.assign(document, { externalDocs: more })],
  ['where more is said of an operation', ({ paths }) => Object.assign(paths[path].post, { externalDocs: more })],
  [
    'where more is said of a field',
    ({ components }) => Object.assign(components.schemas.PaymentInvoice.properties.note, { externalDocs: more }),
  ],
  ['another scope', ({ components }) => Object.assign(components.securitySchemes.bearerAuth, { description: 'Zebra.' })],
  ['a body', ({ components }) => Object.assign(components.schemas.FetchPaymentRequest, { description: 'Zebra.' })],
  ['a link', ({ components }) => Object.assign(components.links.FetchInvoice, { description: 'Zebra.' })],
  [
    'the title of a problem',
    ({ components, ...document }) => {
      document['x-problems'].invoice_expired.title = 'Zebra';
      components.examples.invoice_expired.summary = 'Zebra';
    },
  ],
])('the docs show %s', (_, change) => {
  expect(unshownAfter(change)).toEqual([]);
});

test('the docs show the licence, the contact and the terms', () => {
  const document = structuredClone(own);
  const contact = { name: 'Zebra desk', email: 'desk@zebra.example' };
  Object.assign(document.info, { contact, license: { name: 'Zebra 1.0' }, termsOfService: 'https://zebra.example/terms' });
  const page = renderPage(readContract(document));
  for (const shown of ['Zebra desk, desk@zebra.example', 'Licence: Zebra 1.0', 'href="https://zebra.example/terms"'])
    expect(page).toContain(shown);
});

test('words at a place that the docs do not render are found', () => {
  const webhooks = { changed: { post: { summary: 'Zebra', responses: { 200: { description: 'Zebra words.' } } } } };
  expect(unshownAfter((document) => Object.assign(document, { webhooks }))).toEqual([
    '/webhooks/changed/post/summary',
    '/webhooks/changed/post/responses/200/description',
  ]);
});

test('the docs show the limits and scopes as the contract has them, and every keyword of a schema', () => {
  const document = structuredClone(own);
  const { components, paths } = document;
  paths[path].post['x-rate-limits'] = [
    { name: 'fetch', per: 'account', requests: 7000, seconds: 3600, requirement: 'fetch-rate-limit' },
    { name: 'fetch-invoice', per: 'invoice', requests: 20, seconds: 5, requirement: 'fetch-rate-limit' },
  ];
  components.securitySchemes.bearerAuth['x-scopes']['invoices:read'] = 'Zebra words.';
  Object.assign(components.schemas.CreatePaymentRequest, { dependentRequired: { returnUrl: ['callbackUrl'] } });
  components.schemas.CreatePaymentRequest.properties.pair = { type: 'array', prefixItems: [{ const: 'zebra' }] };
  const page = renderPage(readContract(document));
  expect(page).toContain('7000 an hour for an account, 20 in 5 seconds for an invoice');
  expect(page).toContain('<td>Zebra words.</td>');
  for (const shown of ['dependentRequired <code>{&#34;returnUrl&#34;:', 'prefixItems <code>[{&#34;const&#34;:&#34;zebra'])
    expect(page).toContain(shown);
});
