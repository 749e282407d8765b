import { expect, test } from 'vitest';
import { holdRates } from './hold-rates.ts';
import { makeCall, makeEvidence } from './lawful-evidence.ts';

const submits = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeCall(300 + index, { operation: 'submit', invoice: 'inv_2', server: index % 2, status: 422, body: '{}' }),
  );

test('more submits than the limit, over two servers, are found', () => {
  expect(holdRates(makeEvidence(submits(4)))).toEqual([]);
  const [finding] = holdRates(makeEvidence(submits(5)));
  expect(finding?.sentence).toBe('The invoice inv_2 took 5 submits at 2 servers, where 4 are allowed.');
});

test('a refused submit does not count, and a crash of the database begins anew', () => {
  const refused = makeCall(310, { operation: 'submit', invoice: 'inv_2', status: 429, body: '{}' });
  expect(holdRates(makeEvidence([...submits(4), refused]))).toEqual([]);
  const crash = { kind: 'fault', line: 1, fault: 'crash-database', server: null, start: 302, end: 303 } as const;
  expect(holdRates(makeEvidence([...submits(5), crash]))).toEqual([]);
});
