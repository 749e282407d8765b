import { expect, test } from 'vitest';
import { facts } from '../../payments/facts.ts';
import { missingChallenge } from './read-challenges.ts';

const contract = { domain: facts };

const response = (...values: string[]) => ({
  status: 401,
  headers: values.map((value): [string, string] => ['www-authenticate', value]),
  text: '',
});

test.each([
  [['Bearer realm="payments"']],
  [['bearer  Realm = "payments"']],
  [['BEARER realm=payments']],
  [['Digest realm="x", nonce="y"', 'Bearer realm="payments"']],
  [['Digest realm="x, Bearer error", nonce="y", Bearer realm="payments", charset="UTF-8"']],
  [['Negotiate, Bearer realm="pay\\ments"']],
])('no token: %j is the challenge', (values) => {
  expect(missingChallenge(contract, 'unauthenticated', response(...values))).toBeUndefined();
  expect(missingChallenge(contract, 'invalid_token', response(...values))?.shown).toContain('error="invalid_token"');
});

test.each([
  [[]],
  [['Basic realm="payments"']],
  [['Bearer realm="api"']],
  [['Bearer']],
  [['Bearer realm="payments", error="invalid_token"']],
  [['Basic realm="payments", Bearer realm="api"']],
])('no token: %j is not the challenge', (values) => {
  expect(missingChallenge(contract, 'unauthenticated', response(...values))?.shown).toContain('realm="payments"');
});

test.each([[['Bearer error="invalid_token"']], [['Bearer realm="payments", error=invalid_token, error_description="gone"']]])(
  'an unknown token: %j is the challenge',
  (values) => expect(missingChallenge(contract, 'invalid_token', response(...values))).toBeUndefined(),
);
