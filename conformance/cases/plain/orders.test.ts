import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeNext, printDebts } from '../../src/command/plan/print-debts.ts';
import { checkPlain, planDocument } from '../../testing/plain/check-plain.ts';
import { documentWith, handler } from '../../testing/plain/orders-server.ts';
import { serveJson } from '../../testing/plain/serve-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'plain-orders-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function planWith(isStated: boolean) {
  const file = join(folder, `${isStated}.json`);
  writeFileSync(file, JSON.stringify(documentWith(isStated)));
  return planDocument(file);
}
const documents = { plain: planWith(false), stated: planWith(true) };

async function resultsOf(kind: keyof typeof documents, defect?: string) {
  const served = await serveJson(handler(defect));
  try {
    const results = await checkPlain(documents[kind], served, 'any');
    expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([]);
    return results;
  } finally {
    await served.close();
  }
}

test.each(['plain', 'stated'] as const)('%s: a right server has no finding, and every operation is tried', async (kind) => {
  const results = await resultsOf(kind);
  expect(results.filter(({ findings }) => findings.length > 0)).toEqual([]);
  // Even the scan passes. It needs an order that was sent, and the tracking code that only such an order has.
  expect(results.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)).toEqual([]);
});

test.each([
  ['plain', 'place of the list', 'read-order/read-again/made'],
  ['plain', 'one tag', 'read-order/read-again/patch'],
  ['plain', 'null is ignored', 'change-order/null'],
  ['plain', 'always made', 'read-shelf/read-again/put'],
  ['plain', 'never made', 'read-shelf/read-again/made'],
  ['stated', 'wrong count', 'read-order/responses/body'],
  ['stated', 'wrong sum', 'add-order/responses/body'],
  ['stated', 'wrong text', 'list-orders/responses/body'],
  ['stated', 'wrong time', 'read-order/responses/body'],
  ['stated', 'code is taken twice', 'add-order/refused-after/add-order/code'],
  ['stated', 'sent is changed', 'change-order/refused-after/send-order'],
  ['stated', 'delivered is cancelled', 'cancel-order/refused-after/scan-order/delivered'],
  ['stated', 'delivered is not kept', 'scan-order/causes/delivered/read-order'],
  ['stated', 'other order', 'mark/causes/1'],
  ['stated', 'oldest first', 'list-orders/list/sorted/createdAt'],
] as const)('%s: %s is found by %s', async (kind, defect, id) => {
  const results = await resultsOf(kind, defect);
  expect(results.flatMap((one) => (one.findings.length > 0 ? [one.id] : []))).toContain(id);
});

test('the check of the plan proposes the facts that the descriptions say', () => {
  const proposed = describeNext(documents.plain.contract).map(({ fact }) => fact);
  expect(proposed).toEqual(
    expect.arrayContaining([
      'State x-pages: {items: orders, sorts: [{with: {}, by: createdAt, descending: true}]}',
      'State x-refused-after: [{operation: addOrder, same: [code], status: 409}]',
      'State x-refused-after: [{operation: sendOrder, status: 409}, {operation: cancelOrder, status: 409}, {operation: scanOrder, with: {kind: delivered}, status: 409}]',
      'State x-causes: [{with: {kind: delivered}, read: readOrder, shows: {status: delivered}}]',
      'State x-computed: {as: count, of: [lines]} under lineCount',
      'State x-computed: {as: sum, of: [lines/grams]} under totalGrams',
      "State x-computed: {as: text, of: [id, code], between: ' '} under title",
      'State x-computed: {as: time, of: [createdAt, patienceHours], seconds: 3600} under dueAt',
      'State allOf: [{…}, {required: [trackingCode], properties: {status: {const: sent}}}] as the schema of its success',
    ]),
  );
  expect(proposed.filter((fact) => fact.includes('kind: {const'))).toEqual([]);
});

test('the check of the plan says what no fact states yet, and what none can', () => {
  const printed: string[] = [];
  printDebts(documents.plain.contract, false, (some) => printed.push(some));
  const untried = printed.join('').match(/^Not tried: .*/gm) ?? [];
  expect(untried.filter((line) => line.includes('refuses with 409'))).not.toEqual([]);
  expect(untried.filter((line) => line.includes('Order/properties/updatedAt'))).toHaveLength(1);
  printDebts(documents.stated.contract, false, (some) => expect(some).not.toContain('orders/post, because no fact'));
});
