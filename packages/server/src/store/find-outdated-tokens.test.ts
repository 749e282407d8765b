import { expect, test } from 'vitest';
import { findOutdatedScopes, findOutdatedTokens } from './find-outdated-tokens.ts';
import { migrations } from './migrations.ts';
import { steps } from './postgres/steps.ts';

const step = "UPDATE tokens SET scopes = trim(replace(' ' || scopes || ' ', ' invoices:see ', ' invoices:read '));";

test('a removed scope is reported until a migration removes it from the stored tokens', () => {
  expect(findOutdatedTokens([])).toEqual([]);
  expect(findOutdatedTokens(['invoices:see', 'invoices:look'], [...migrations, step])).toEqual([
    expect.stringMatching(/^Stored tokens hold the scope invoices:look, .* Add a step that gives them another: UPDATE tokens/),
  ]);
});

test('the same applies to the other database', () => {
  const sql = [...steps.map((one) => one.sql), step].join('\n');
  expect(findOutdatedScopes(['invoices:see', 'invoices:look'], sql)).toEqual([expect.stringContaining('invoices:look')]);
});
