import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findStalePaths, findStaleScopes } from '../reader/find-stale-words.ts';
import { type Contract, readContract } from '../reader/read-contract.ts';
import { checkProse, correctNumbers, withoutMarks } from './check-prose.ts';
import { listPrograms, readOwnContract } from './list-prose.ts';

const contract = readContract({
  'x-body-limit': 32768,
  paths: {
    '/a': {
      post: {
        operationId: 'create',
        'x-rate-limits': [{ name: 'create', requests: 60, seconds: 60 }],
        callbacks: { changed: { '{$url}': { post: { operationId: 'receive', 'x-delivery': { timeout: 15 } } } } },
      },
    },
  },
  components: {
    parameters: { Key: { 'x-kept-seconds': 86_400 } },
    schemas: { Tag: { maxLength: 20 }, Invoice: { properties: { url: { maxLength: 2048 } } } },
  },
});

test('numbers that are marked with a fact are that fact', () => {
  const right = 'At most 60<!-- = create.requests --> in 60 s, `2048`<!-- = Invoice.url.maxLength --> characters,';
  const more = '20<!-- = Tag.maxLength --> letters, 32768 bytes<!-- = x-body-limit -->.';
  expect(checkProse(contract, `${right}\n${more}`)).toEqual([]);
  expect(checkProse(contract, `A line.\n${right.replace('2048', '1024')}`)).toEqual([
    { line: 2, what: 'It says 1024, and Invoice.url.maxLength is 2048.' },
  ]);
  expect(checkProse(contract, '5<!-- = fetch.requests -->')).toEqual([
    { line: 1, what: 'The contract has no fact fetch.requests. Correct the name beside 5.' },
  ]);
});

test('a number may be in a unit of its own', () => {
  const right = 'Kept for 24 hours<!-- = Key.x-kept-seconds -->, within 15 seconds<!-- = receive.x-delivery.timeout -->.';
  expect(checkProse(contract, right)).toEqual([]);
  const wrong = right.replace('24', '48');
  expect(checkProse(contract, wrong)).toEqual([{ line: 1, what: 'It says 48 hours, and Key.x-kept-seconds is 86400.' }]);
  expect(correctNumbers(contract, wrong)).toBe(right);
  const uneven = 'Kept for 5 weeks<!-- = Key.x-kept-seconds -->.';
  expect(correctNumbers(contract, uneven)).toBe(uneven);
  expect(checkProse(contract, uneven)).toHaveLength(1);
});

test('what the contract lists is not counted', () => {
  expect(checkProse(contract, 'All of it.\nThe three operations.')).toEqual([
    { line: 2, what: 'It counts "three operations", which the contract lists. Say it without the number.' },
  ]);
});

test('a list that is marked with the order of checks of an operation has that order', () => {
  const own = readContract({
    paths: {
      '/a': {
        post: {
          operationId: 'submit',
          description: 'Adds.\n\n**Order of checks.** Owner, the\nstate again, signature. And so on.',
        },
      },
    },
  });
  const right =
    'In order<!-- = submit.order -->:\n\n1. **Owner**: yours.\n2. **The state again**: open.\n3. **Signature**: right.\n\nMore.';
  expect(checkProse(own, right)).toEqual([]);
  expect(checkProse(own, right.replace('Owner', 'Note'))).toEqual([
    { line: 1, what: 'It has the order note, the state again, signature; submit has owner, the state again, signature.' },
  ]);
  expect(checkProse(own, right.replace('submit', 'send'))).toEqual([
    { line: 1, what: 'The contract has no order of checks of send.' },
  ]);
  expect(withoutMarks(right)).toContain('In order:');
});

test('marks are for programs', () => {
  expect(withoutMarks('60<!-- = create.requests --> a minute <!-- insert: x -->')).toBe('60 a minute <!-- insert: x -->');
});

test('a guide that speaks of all methods, paths or scopes speaks of those of the contract', () => {
  expect(checkProse(contract, 'Or a method other than POST.\nOr a method other than PUT.\nAs in /api/v1/read.')).toEqual([
    { line: 2, what: 'It says "method other than PUT", but create is a POST.' },
    { line: 3, what: 'It names /api/v1/read, but no operation has that path.' },
  ]);
});

test('a program calls no operation that is gone, whatever it writes a path with', () => {
  const own = readOwnContract();
  const lines = [
    'curl "$BASE_URL/api/v1/payments/fetch"',
    "url = f'{base}/api/v1/payments/{name}'",
    "post(f'{base}/api/v1/payments/read')",
  ];
  expect(lines.flatMap((line) => findStalePaths(own, line))).toEqual([
    'It names /api/v1/payments/read, but no operation has that path.',
  ]);
  const [sample = ''] = listPrograms([]).filter((path) => path.endsWith('fetch-payment/curl.sh'));
  expect(readFileSync(sample, 'utf8')).toContain('/api/v1/payments/fetch');
});

test('a scope that the contract does not have is named, and another word with a colon is not', () => {
  const scopes = [{ name: 'invoices:view' }, { name: 'receipts:write' }] as Contract['scopes'];
  const found = (text: string) => findStaleScopes({ scopes }, text);
  expect(found('--scopes receipts:write,invoices:read and `{"scopes": ["invoices:read"]}`')).toEqual([
    'It names the scope invoices:read, which is not in x-scopes.',
  ]);
  expect(found('payments:write')).toHaveLength(1);
  expect(found('node:http, invoices:view, invoices: kept, http://receipts:write@host, /invoices:read')).toEqual([]);
  expect(findStaleScopes({ scopes: [] }, 'invoices:read')).toEqual([]);
  expect(checkProse(readOwnContract(), 'mint\n--scopes invoices:see')).toEqual([
    { line: 2, what: 'It names the scope invoices:see, which is not in x-scopes.' },
  ]);
});
