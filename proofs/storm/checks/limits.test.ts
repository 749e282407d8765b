import { describe, expect, test } from 'vitest';
import { makeCall, makeEvidence } from './lawful-evidence.ts';
import { holdRates, refuseRevokedTokens } from './limits.ts';

describe('keep to rate limits', () => {
  const submits = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      makeCall(300 + index, { operation: 'submit', invoice: 'inv_2', server: index % 2, status: 422, body: '{}' }),
    );

  test('finds more submits than the limit, spread over two servers', () => {
    expect(holdRates(makeEvidence(submits(4)))).toEqual([]);
    const [finding] = holdRates(makeEvidence(submits(5)));
    expect(finding?.sentence).toBe('The invoice inv_2 took 5 submits at 2 servers, where 4 are allowed.');
  });

  test('a refused submit does not count, and counting starts again after a crash of the database', () => {
    const refused = makeCall(310, { operation: 'submit', invoice: 'inv_2', status: 429, body: '{}' });
    expect(holdRates(makeEvidence([...submits(4), refused]))).toEqual([]);
    const crash = { kind: 'fault', line: 1, fault: 'crash-database', server: null, start: 302, end: 303 } as const;
    expect(holdRates(makeEvidence([...submits(5), crash]))).toEqual([]);
  });
});

describe('refuse revoked tokens', () => {
  const revocation = { kind: 'revocation', line: 1, token: 'tok_1', start: 300, end: 310 } as const;
  const judge = (start: number, status: number) =>
    refuseRevokedTokens(makeEvidence([revocation, makeCall(start, { token: 'tok_1', server: 1, status, body: '{}' })]));

  test('finds an accepted request whose token had been revoked before it', () => {
    expect(judge(311, 200)[0]?.sentence).toBe('Server 1 let in the token tok_1 1 ms after the response to its revocation.');
    expect(judge(311, 404)).toHaveLength(1);
  });

  test('until the response to the revocation, accepting and refusing are lawful; a refusal always is', () => {
    expect(judge(305, 200)).toEqual([]);
    expect(judge(311, 401)).toEqual([]);
    expect(judge(311, 503)).toEqual([]);
  });
});
