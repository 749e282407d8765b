/** Tests that the engine gets what is particular to the payment contract from its facts, not from names in the source code. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '../payments/load-contract.ts';

/** Words that mean something else in the engine: the result of a replayed case, and a default that `x-relations` documents. */
const otherWords = new Set(['FAILED', 'validation_failed']);

/** The names that are left elsewhere: receipts are submitted by hand-written calls, and problems are described by hand. */
const left = {
  'contract/plain/state-promises.ts': ['bad-input-is-no-server-error'],
  'report/judge-requirements.ts': ['create-ids-distinct'],
};

/** Lists the files of a folder that contain some of the names. */
function filesNaming(names: ReadonlySet<string>, folder: string): Record<string, string[]> {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
  const found = files.sort().flatMap((file): [string, string[]][] => {
    const words = readFileSync(join(folder, file), 'utf8').match(/[\w/:-]+/g) ?? [];
    const named = [...new Set(words)].filter((word) => names.has(word)).sort();
    return named.length > 0 ? [[file, named]] : [];
  });
  return Object.fromEntries(found);
}

test('the engine names no operation, requirement, state, scope or problem of the payment contract, except those listed', () => {
  const { operations, requirements, lifecycle, scopes, problems } = loadContract();
  const ofRequirements = [...requirements.values()].flatMap(({ id, clauses = {} }) => [
    id,
    ...Object.keys(clauses).map((clause) => `${id}/${clause}`),
  ]);
  const all = [...operations.map(({ id }) => id), ...ofRequirements, ...lifecycle.states, ...scopes, ...problems.keys()];
  const names = new Set(all.filter((name) => !otherWords.has(name)));
  expect(filesNaming(names, import.meta.dirname)).toEqual(left);
});

test('the builders of derived cases name no operation, except those listed', () => {
  const names = new Set(loadContract().operations.map(({ id }) => id));
  const cases = join(import.meta.dirname, '../cases');
  expect(filesNaming(names, join(cases, 'violations'))).toEqual({});
  expect(filesNaming(names, join(cases, 'derive'))).toEqual({
    'lifecycle/unchanged.ts': ['submitReceipt'],
    'lifecycle/verifier-away.ts': ['submitReceipt'],
    'limits/rate-limits.ts': ['submitReceipt'],
    // The hand-written families of cases, by operation.
    'operation-cases.ts': ['createPayment', 'fetchPayment', 'submitReceipt'],
    'refusals/order.ts': ['createPayment', 'submitReceipt'],
    'responses/write-only.ts': ['submitReceipt'],
  });
});
