/** Tests that the generator writes the same files when paths, callbacks and shared parameters move within the contract. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-gathered-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// biome-ignore lint/suspicious/noExplicitAny: tests change any part of the contract
const contract = (): any => parse(readFileSync(join(root, 'openapi/openapi.yaml'), 'utf8'));

/** Generates code from a contract. Returns the text of five of the generated files, by file name. */
function generate(name: string, document: object): Record<string, string> {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, JSON.stringify(document));
  const command = [join(root, 'packages/generated/bin/generate.ts'), '--contract', file, '--out', join(folder, name)];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const files = ['operations.ts', 'facts.ts', 'lifecycle.ts', 'statuses.ts', 'problems.ts'];
  return Object.fromEntries(files.map((one) => [one, readFileSync(join(folder, name, one), 'utf8')]));
}

test('paths and callbacks that are referred to, and parameters of a path, are those of the operations', () => {
  const plain = contract();
  const trace = { name: 'X-Trace', in: 'header', description: 'A trace.', schema: { type: 'string' }, example: 'a' };
  plain.paths['/api/v1/payments/fetch'].post.parameters = [trace];
  const scattered = contract();
  const { callbacks } = scattered.paths['/api/v1/payments/create'].post;
  scattered.components.callbacks = { Changed: callbacks.invoiceChanged };
  callbacks.invoiceChanged = { $ref: '#/components/callbacks/Changed' };
  scattered.components.pathItems = {
    Create: scattered.paths['/api/v1/payments/create'],
    Fetch: { ...scattered.paths['/api/v1/payments/fetch'], parameters: [trace] },
  };
  scattered.paths['/api/v1/payments/create'] = { $ref: '#/components/pathItems/Create' };
  scattered.paths['/api/v1/payments/fetch'] = { $ref: '#/components/pathItems/Fetch' };
  expect(generate('scattered', scattered)).toEqual(generate('plain', plain));
}, 60_000);

test('a fact that is left out is null, a deprecated call is struck out, and an object that names an invoice is not taken for it', () => {
  // Makes all changes in one contract: they do not affect each other, and each generation takes a second and a half.
  const changed = contract();
  delete changed.components.schemas.InvoiceStatus['x-paid-before-creation'];
  const { post } = changed.paths['/api/v1/payments/fetch'];
  const properties = { id: { type: 'string' }, invoiceId: { type: 'string' } };
  const responses = {
    201: { description: 'Made.', content: { 'application/json': { schema: { type: 'object', properties } } } },
  };
  changed.paths['/api/v1/refunds'] = { post: { ...post, operationId: 'createRefund', responses } };
  post.deprecated = true;
  // Adds a callback to a transition that changes nothing. Such a callback is a reminder.
  const { transitions } = changed.components.schemas.InvoiceStatus['x-lifecycle'];
  for (const one of transitions) if (one.event === 'expiry-due' && one.from[0] === 'PAID') one.callback = 'invoice.paid';
  const { 'facts.ts': facts, 'operations.ts': table = '', 'statuses.ts': statuses } = generate('changed', changed);
  expect(statuses).toContain('finalStatuses = ["PAID","FAILED","EXPIRED"]');
  expect(facts).toContain('export const paidBeforeCreation = null;\n');
  expect(table.match(/@deprecated\n[^"]*"\w+"/g)).toEqual([expect.stringContaining('"fetchPayment"')]);
  expect(/"fetchPayment": .*"echoes":(\{.*?\}\})/.exec(table)?.[1]).toBe('{"id":{"of":"invoiceId"}}');
  expect(/"createRefund": .*"echoes":(\{.*?\})/.exec(table)?.[1]).toBe('{}');
}, 60_000);
