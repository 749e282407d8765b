/** Tests that the engine gets what is particular to the payment contract from its facts, not from names in the source code. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from './contract/load-contract.ts';

/** Folders of checks for invoices and for all responses of the payment API. No other contract uses them. */
const ofPayments = ['record/', 'judge/'];

/** Words that mean something else in the engine: the result of a replayed case, and a default that `x-relations` documents. */
const otherWords = new Set(['FAILED', 'validation_failed']);

/** The names that are left elsewhere: receipts are submitted by hand-written calls, and problems are described by hand. */
const left = {
  'checks/check-problem.ts': [
    ...['errors-are-problems', 'problem-names-members', 'problem-request-id-agrees', 'problem-status-agrees'],
  ],
  'checks/check-refusal.ts': ['bad-input-is-no-server-error'],
  'contract/load-contract.ts': ['createPayment'],
  'contract/plain/state-promises.ts': ['bad-input-is-no-server-error'],
  'http/read-challenges.ts': ['invalid_token', 'unauthenticated'],
  'report/judge-requirements.ts': ['create-ids-distinct'],
  'self-check/self-check.ts': ['submitReceipt'],
  'subject/baseline.ts': ['submitReceipt'],
  'subject/identifier-for.ts': ['submitReceipt'],
  'subject/subject.ts': ['submitReceipt'],
  'subject/ways-into.ts': ['submitReceipt'],
};

test('the engine names no operation, requirement, state, scope or problem of the payment contract, except those listed', () => {
  const { operations, requirements, lifecycle, scopes, problems } = loadContract();
  const names = new Set([
    ...operations.map(({ id }) => id),
    ...[...requirements.values()].flatMap(({ id, clauses = {} }) => [
      id,
      ...Object.keys(clauses).map((clause) => `${id}/${clause}`),
    ]),
    ...[...lifecycle.states, ...scopes, ...problems.keys()],
  ]);
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts') && !ofPayments.some((folder) => file.startsWith(folder)),
  );
  const found = files.sort().flatMap((file) => {
    const words = readFileSync(join(import.meta.dirname, file), 'utf8').match(/[\w/:-]+/g) ?? [];
    const named = [...new Set(words)].filter((word) => names.has(word) && !otherWords.has(word)).sort();
    return named.length > 0 ? [[file, named]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(left);
});
