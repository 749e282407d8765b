import { expect, test } from 'vitest';
import type { Alternative } from '../contract/load-contract.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import { readCredentials } from './read-credentials.ts';

const bearer = { scheme: 'bearerAuth', header: undefined };
const key = { scheme: 'apiKey', header: 'x-api-key' };
const either: Alternative[] = [
  { kinds: [bearer], scopes: ['write'] },
  { kinds: [key], scopes: [] },
];
const together: Alternative[] = [{ kinds: [bearer, key], scopes: ['write'] }];

function read(alternatives: Alternative[], ...rawHeaders: string[]): unknown {
  try {
    const { credentials, scopes } = readCredentials({ rawHeaders }, alternatives);
    return [...credentials.map(({ scheme, token }) => `${scheme} ${token}`), ...scopes];
  } catch (error) {
    return (error as ProblemError).code;
  }
}

test('the first complete alternative counts, with its scopes', () => {
  expect(read(either, 'Authorization', 'Bearer t')).toEqual(['bearerAuth t', 'write']);
  expect(read(either, 'X-Api-Key', 'k')).toEqual(['apiKey k']);
  expect(read(either, 'X-API-KEY', 'k', 'Authorization', 'Bearer t')).toEqual(['bearerAuth t', 'write']);
});

test('what is asked for together has to be there together', () => {
  expect(read(together, 'Authorization', 'Bearer t', 'X-Api-Key', 'k')).toEqual(['bearerAuth t', 'apiKey k', 'write']);
  expect(read(together, 'Authorization', 'Bearer t')).toBe('unauthenticated');
  expect(read(together, 'X-Api-Key', 'k')).toBe('unauthenticated');
});

test('what cannot be a credential, or comes twice, is refused and never passed over for another way', () => {
  expect(read(either)).toBe('unauthenticated');
  expect(read(either, 'X-Api-Key', '')).toBe('unauthenticated');
  expect(read(either, 'X-Api-Key', 'two words')).toBe('unauthenticated');
  expect(read(either, 'X-Api-Key', 'k', 'X-Api-Key', 'l')).toBe('authorization_malformed');
  expect(read(either, 'Authorization', 'Bearer ', 'X-Api-Key', 'k')).toBe('invalid_token');
  expect(read([], 'Authorization', 'Bearer t')).toBe('unauthenticated');
});
