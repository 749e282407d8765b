/**
 * Tests that the engine gets what is particular to payments from the contract and its domain, not from names in the source code.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../payments/load-contract.ts';
import type { Schema } from './contract/contract.ts';
import { isObject } from './contract/follow-reference.ts';

/** Names that also mean something else in the engine. */
const otherWords = new Set([
  'FAILED', // the result of a replayed case
  'fetched', // the name under which the exchange of the reading operation is shared
  'validation_failed', // a default that `x-relations` documents
]);

/** Headers of HTTP and its extensions, and one by which most proxies and servers trace requests. The engine knows these. */
const known = new Set(
  'allow cache-control idempotency-key ratelimit ratelimit-policy retry-after www-authenticate x-request-id'.split(' '),
);

/** The names from the contract that the engine's files are allowed to contain. Comments give the less obvious reasons. */
const left = {
  // Options of the command, and the settings that result from them.
  'api/conformance-options.ts': ['callbackUrl', 'cashTag'],
  'command/deployment/choose-listener.ts': ['callbackUrl'],
  'command/options/parse-options.ts': ['callbackUrl', 'cashTag'],
  // The field of a problem that repeats X-Request-Id.
  'checks/check-problem.ts': ['requestId'],
  'record/check-responses.ts': ['requestId'],
  // A requirement that the suite states for every API. Our contract has one with the same id.
  'contract/plain/state-promises.ts': ['bad-input-is-no-server-error'],
  // A shell command that makes a payment in our sandbox.
  'command/deployment/open-deployment.ts': ['invoiceId', 'webReceipt'],
  // Reports are read without a contract, and receipts are masked whatever the contract is.
  'judge/mask-exchange.ts': ['webReceipt'],
  'report/judge-requirements.ts': ['create-ids-distinct'],
  'report/reproduce/reproduce-script.ts': ['callbackUrl', 'invoiceId', 'webReceipt'],
};

const { document, operations, requirements, lifecycle, scopes, problems } = loadContract();

/** Collects the names that objects in a document list under a key, such as `properties`. */
function listUnder(key: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => listUnder(key, one));
  if (!isObject(value)) return [];
  const own = isObject(value[key]) ? Object.keys(value[key]) : [];
  return [...own, ...Object.values(value).flatMap((one) => listUnder(key, one))];
}

/** Lists the files of a folder that contain some of the names. */
function filesNaming(names: Iterable<string>, folder: string): Record<string, string[]> {
  const sought = new Set([...names].filter((name) => !otherWords.has(name)));
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
  const found = files.sort().flatMap((file): [string, string[]][] => {
    const words = readFileSync(join(folder, file), 'utf8').match(/[\w/:-]+/g) ?? [];
    const named = [...new Set(words)].filter((word) => sought.has(word)).sort();
    return named.length > 0 ? [[file, named]] : [];
  });
  return Object.fromEntries(found);
}

const ids = operations.map(({ id }) => id);
const slugs = operations.map(({ slug }) => slug);

test('the engine has no name of the payment contract, except those listed', () => {
  const ofRequirements = [...requirements.values()].flatMap(({ id, clauses = {} }) => [
    id,
    ...Object.keys(clauses).map((clause) => `${id}/${clause}`),
  ]);
  const { ProblemItemCode } = (document.components as { schemas: Record<string, Schema> }).schemas;
  const headers = [listUnder('headers', document), operations.map(({ parameters }) => parameters.map(({ name }) => name))];
  const names = [
    ...[ids, slugs, ofRequirements, lifecycle.states, Object.keys(lifecycle.events), scopes],
    // Leaves out one-word codes and properties: JSON Schema and the engine use some of these words, such as `id`, themselves.
    [...problems.keys(), ...(ProblemItemCode?.enum ?? []).map(String)].filter((code) => code.includes('_')),
    listUnder('properties', document).filter((name) => /[A-Z]/.test(name)),
    headers.flat(2).flatMap((name) => (known.has(name.toLowerCase()) ? [] : [name, name.toLowerCase()])),
  ];
  expect(filesNaming(names.flat(), import.meta.dirname)).toEqual(left);
});

test('the builders of derived cases name no operation, except where hand-written cases join them, and few of them pay', () => {
  const cases = join(import.meta.dirname, '../cases');
  expect(filesNaming([...ids, ...slugs], join(cases, 'violations'))).toEqual({});
  // In `derive`, only these files import the payment helpers, to calculate amounts or to make, repeat or re-sign receipts.
  expect(filesNaming(['/payments/pay', '/payments/receipts'], join(cases, 'derive'))).toEqual({
    'lifecycle/events.ts': ['/payments/pay'],
    'lifecycle/unchanged.ts': ['/payments/receipts'],
    'lifecycle/verifier-away.ts': ['/payments/pay'],
    'limits/most-at-once.ts': ['/payments/pay'],
    'requests/other-values.ts': ['/payments/pay'],
    'requests/parameters.ts': ['/payments/receipts'],
  });
  expect(filesNaming([...ids, ...slugs], join(cases, 'derive'))).toEqual({
    'operation-cases.ts': ['createPayment', 'fetchPayment', 'submitReceipt'],
  });
});
