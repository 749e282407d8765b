/** Tests changes that a program cannot judge, such as a new text: they are reported, and do not count as breaking. */
import { expect, test } from 'vitest';
import { readContract } from '../reader/read-contract.ts';
import { listGoneScopes } from './compare-access.ts';
import { listAdded, listKeptClauses, listRewritten, listRewrittenClauses } from './compare-requirements.ts';
import { compare } from './edit-contract.ts';
import { describeChanges } from './run-check.ts';

test('a requirement that says something else is for a person to judge', () => {
  expect(compare([['A thing stays.', 'A thing stays for a year.']])).toEqual([
    '? x-requirements: things-stay said "A thing stays.", says "A thing stays for a year."',
  ]);
});

test('unclear changes have a list of their own, and are not described below it', () => {
  const where = { where: 'x-requirements', property: 'things-stay' };
  const text = describeChanges([
    { ...where, breaking: false, what: 'is new' },
    { ...where, breaking: false, unclear: true, what: 'said "a", says "b"' },
  ]);
  expect(text).toBe(
    'Not breaking (1):\n  - things-stay: is new (x-requirements)\n\nFor you to judge (1):\n  - things-stay: said "a", says "b" (x-requirements)\n\nNothing else that a client relies on was changed.',
  );
});

test('a new requirement is listed when only its text explains it', () => {
  const stating = (...more: object[]) => readContract({ 'x-requirements': [{ id: 'old', text: 'It is.' }, ...more] });
  const more = [
    { id: 'order', text: 'The newest comes first.' },
    { id: 'length', text: 'It is short.', keywords: ['maxLength'] },
    { id: 'success', text: 'It succeeds.', about: 'success' },
  ];
  expect(listAdded(stating(), stating(...more))).toEqual(['order']);
});

test('a text with other figures, which the linter compares with the facts, is not rewritten', () => {
  const stating = (...texts: string[]) =>
    readContract({ 'x-requirements': texts.map((text, index) => ({ id: `rule-${index}`, text })) });
  const before = stating('At most 60 a minute.', 'It stays.', 'It shines.');
  expect(listRewritten(before, stating('At most 30 a minute.', 'It goes.', 'It shines.', 'It is new.'))).toEqual(['rule-1']);
});

test("clauses that stay while their requirement's text is rewritten are listed, and so are rewritten clauses", () => {
  const stating = (text: string, says: string) =>
    readContract({ 'x-requirements': [{ id: 'rule', text, clauses: { one: says } }] });
  const before = stating('It stays.', 'It is here.');
  expect(listKeptClauses(before, stating('It goes.', 'It is here.'))).toEqual(['rule']);
  expect(listKeptClauses(before, stating('It goes.', 'It is gone.'))).toEqual([]);
  expect(listRewrittenClauses(before, stating('It stays.', 'It is gone.'))).toEqual(['rule/one']);
});

test('a scope of another name is gone for those who hold it', () => {
  const having = (...names: string[]) => {
    const scopes = Object.fromEntries(names.map((name) => [name, 'Is allowed.']));
    return readContract({ components: { securitySchemes: { bearer: { 'x-scopes': scopes } } } });
  };
  const before = having('invoices:read', 'invoices:write');
  expect(listGoneScopes(before, having('invoices:view', 'invoices:write', 'refunds:write'))).toEqual(['invoices:read']);
});
