import { expect, test } from 'vitest';
import type { CaseResult, Verdict } from '../outcome/verdict.ts';
import { judgeRun } from './judge-run.ts';

const result = (verdict: Verdict, reason?: string): CaseResult => ({
  ...{ id: 'one', file: '', title: '', requirement: 'invoice-id', level: 'MUST', support: 'core', operations: [] },
  ...{ verdict, ...(reason !== undefined && { reason }), findings: [], milliseconds: 0 },
});
const many = (count: number, ...about: Parameters<typeof result>): CaseResult[] =>
  Array.from({ length: count }, () => result(...about));
const judge = (results: CaseResult[]) => judgeRun({ results, operations: [], succeeded: new Set(), mute: new Set() });

test('a run in which many cases could not be judged proves nothing, and says why', () => {
  const refused = 'The response was 401, which is about the token, although the token was accepted without the violation.';
  expect(judge([...many(150, 'pass'), ...many(100, 'inconclusive', refused), ...many(14, 'inconclusive', 'other')])).toEqual({
    verdict: 'nothing proven',
    reasons: [`114 of 264 core cases could not be judged, too many for a verdict. In 100 of them: ${refused}`],
  });
});

test('a run in which most cases were skipped proves nothing', () => {
  expect(judge([...many(49, 'pass'), ...many(51, 'skipped', 'no way to pay')])).toEqual({
    verdict: 'nothing proven',
    reasons: ['Only 49 of 100 cases could be judged: most of what is claimed was not tried.'],
  });
});

test('a claimed feature of which many cases could not be judged is not conformed to', () => {
  const unheard = (id: number): string =>
    `No callback came to http://127.0.0.1:9/0a0a0a0a-1111-2222-3333-44444444444${id} within 1 s.`;
  const of = (feature: string, ...about: Parameters<typeof many>): CaseResult[] =>
    many(...about).map((one) => ({ ...one, support: 'extended', feature }));
  const others = [...many(900, 'pass'), ...of('scopes', 20, 'pass'), ...of('scopes', 3, 'inconclusive', 'a gateway')];
  const silent = [1, 2, 3].flatMap((id) => of('callbacks', 19, 'inconclusive', unheard(id)));
  const unclaimed = of('callbacks', 500, 'not-supported', 'of another feature');
  expect(judge([...others, ...of('callbacks', 71, 'pass'), ...silent, ...unclaimed])).toEqual({
    verdict: 'nothing proven',
    reasons: [
      '57 of 128 callbacks cases could not be judged, too many for a verdict. In 57 of them: No callback came to http://127.0.0.1:9/… within 1 s.',
    ],
  });
  expect(judge([...others, ...of('callbacks', 71, 'pass'), ...silent.slice(0, 7)]).verdict).toBe('partial');
});

test('a few cases without a verdict leave it partial', () => {
  expect(judge([...many(91, 'pass'), ...many(9, 'inconclusive', 'a gateway')]).verdict).toBe('partial');
});

test('cases that are left out as they take so long leave it conformant', () => {
  const left: CaseResult[] = many(4, 'skipped', 'It may wait 30 s for a callback.').map((one) => ({ ...one, optional: true }));
  expect(judge([...many(4, 'pass'), ...left]).verdict).toBe('conformant');
  expect(judge([...many(4, 'pass'), ...left, result('skipped', 'no clock')])).toEqual({
    verdict: 'partial',
    reasons: ['1 core case proved nothing.'],
  });
});
