import { expect, test } from 'vitest';
import { makeFinding, makeReport, makeResult } from '../../testing/make-report.ts';
import { compareReports, hasRegressed, nameReports } from './compare-reports.ts';

const held = (requirement: string) => makeResult(`a/${requirement}`, { requirement });
const broken = (requirement: string) => makeResult(`a/${requirement}`, { requirement, findings: [makeFinding(requirement)] });
const untried = (requirement: string) => makeResult(`a/${requirement}`, { requirement, verdict: 'skipped', reason: 'No way.' });

test('from one report to the next: what broke, what was found, what was fixed and what else changed', () => {
  const before = makeReport([held('invoice-note'), untried('invoice-id'), broken('invoice-amount'), held('invoice-status')]);
  const after = makeReport([broken('invoice-note'), broken('invoice-id'), held('invoice-amount'), untried('invoice-status')]);
  const [step] = compareReports([before, after]).steps;
  expect(step).toEqual({
    at: 1,
    broke: [{ id: 'invoice-note', from: 'pass', to: 'fail' }],
    found: [{ id: 'invoice-id', from: 'skipped', to: 'fail' }],
    fixed: [{ id: 'invoice-amount', from: 'fail', to: 'pass' }],
    others: [{ id: 'invoice-status', from: 'pass', to: 'skipped' }],
  });
});

test('a requirement that only one report names is there, and absent in the other', () => {
  const { features } = compareReports([makeReport([held('invoice-note')]), makeReport([held('invoice-id')])]);
  const standings = features.flatMap(({ requirements }) => requirements.map((one) => [one.id, ...one.standings]));
  expect(standings).toEqual(
    expect.arrayContaining([
      ['invoice-note', 'pass', 'absent'],
      ['invoice-id', 'absent', 'pass'],
    ]),
  );
});

test('a regression is a requirement that held in an earlier report and is broken in the last', () => {
  const [good, bad] = [makeReport([held('invoice-note')]), makeReport([broken('invoice-note')])];
  expect(hasRegressed(compareReports([good, bad]))).toBe(true);
  expect(hasRegressed(compareReports([good, bad, good]))).toBe(false);
  expect(hasRegressed(compareReports([bad, bad]))).toBe(false);
});

test('names are only as long as is necessary to distinguish the reports', () => {
  const at = (subject: string, startedAt: string) => makeReport([], { subject, startedAt });
  const [one, other] = ['https://a.example', 'https://b.example'];
  expect(nameReports([at(one, '2026-11-22T10:00:00Z'), at(other, '2026-11-22T10:00:00Z')])).toEqual(['a.example', 'b.example']);
  expect(nameReports([at(one, '2026-11-21T10:00:00Z'), at(one, '2026-11-22T10:00:00Z')])).toEqual(['2026-11-21', '2026-11-22']);
  const twice = [at(one, '2026-11-22T10:00:00Z'), at(one, '2026-11-22T10:00:00Z')];
  expect(new Set(nameReports(twice)).size).toBe(2);
});
