import { expect, test } from 'vitest';
import { makeCall, makeEvidence } from './lawful-evidence.ts';
import { refuseRevokedTokens } from './refuse-revoked-tokens.ts';

const revocation = { kind: 'revocation', line: 1, token: 'tok_1', start: 300, end: 310 } as const;
const judge = (start: number, status: number) =>
  refuseRevokedTokens(makeEvidence([revocation, makeCall(start, { token: 'tok_1', server: 1, status, body: '{}' })]));

test('a request with a token that was revoked before it is found', () => {
  expect(judge(311, 200)[0]?.sentence).toBe('Server 1 let in the token tok_1 1 ms after its revocation was answered.');
  expect(judge(311, 404)).toHaveLength(1);
});

test('until the revocation is answered both are lawful, and a refusal always is', () => {
  expect(judge(305, 200)).toEqual([]);
  expect(judge(311, 401)).toEqual([]);
  expect(judge(311, 503)).toEqual([]);
});
