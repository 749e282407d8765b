import { expect, test } from 'vitest';
import { makeFinding, makeReport, makeResult } from '../../testing/make-report.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { judgeRequirements } from './judge-requirements.ts';
import type { ReportedRequirement } from './report.ts';

const verdictOf = (results: CaseResult[], id = 'invoice-note'): string | undefined =>
  judgeRequirements(makeReport(results)).find((one) => one.id === id)?.verdict;
const skipped = makeResult('b/b', { verdict: 'skipped', reason: 'Say how to pay.' });

test('a requirement of which one case was skipped is partly tried, and one with no other case not tried', () => {
  expect(verdictOf([makeResult('a/a'), skipped])).toBe('partly-tried');
  expect(verdictOf([skipped])).toBe('skipped');
  expect(verdictOf([makeResult('a/a')])).toBe('pass');
});

test('a case that looks at another requirement covers it too', () => {
  const looking = makeResult('a/a', { covers: ['invoice-note-form'] });
  expect(verdictOf([looking], 'invoice-note-form')).toBe('pass');
  const finding = makeFinding('invoice-note-form');
  expect(verdictOf([{ ...looking, verdict: 'fail', findings: [finding] }], 'invoice-note-form')).toBe('fail');
});

test('a case that found its own requirement broken has no verdict on another one', () => {
  const broken = makeResult('a/a', { covers: ['invoice-note-form'], findings: [makeFinding('invoice-note')] });
  expect(verdictOf([broken], 'invoice-note-form')).toBe('skipped');
  expect(verdictOf([broken])).toBe('fail');
  const passing = makeResult('b/b', { requirement: 'invoice-note-form' });
  expect(verdictOf([broken, passing], 'invoice-note-form')).toBe('pass');
});

test('duplicate ids come before everything that may follow from them', () => {
  const broken = ['invoice-note', 'create-ids-distinct'].map((id) =>
    makeResult(`a/${id}`, { requirement: id, verdict: 'fail', findings: [makeFinding(id)] }),
  );
  const requirement = makeReport([]).requirements['invoice-note'] as ReportedRequirement;
  const report = { ...makeReport(broken), requirements: { 'invoice-note': requirement, 'create-ids-distinct': requirement } };
  expect(judgeRequirements(report).map(({ id }) => id)).toEqual(['create-ids-distinct', 'invoice-note']);
});
