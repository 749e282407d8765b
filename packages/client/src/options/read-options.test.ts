import { operationTable } from '@payment-invoice/generated';
import { expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../index.ts';

const good = { baseUrl: 'http://127.0.0.1:8080', token: 'secret_token' };

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'baseUrl must be an absolute'],
  ['no baseUrl', { token: 'secret_token' }, 'baseUrl must be an absolute'],
  ['an empty baseUrl', { ...good, baseUrl: ' ' }, 'baseUrl must be an absolute'],
  ['a baseUrl that is no URL', { ...good, baseUrl: 'localhost' }, 'absolute http or https URL'],
  ['a baseUrl of another scheme', { ...good, baseUrl: 'localhost:8080' }, 'absolute http or https URL'],
  ['a baseUrl with a password', { ...good, baseUrl: 'http://u:secret_token@host' }, 'without user name, password'],
  ['a baseUrl with a query', { ...good, baseUrl: 'http://host/?a=1' }, '"?", "#"'],
  ['a baseUrl with the API path', { ...good, baseUrl: 'http://host/api/v1/' }, 'or /api/v1'],
  ['no token', { baseUrl: good.baseUrl }, 'token must be or return visible ASCII'],
  ['an empty token', { ...good, token: '' }, 'token must be or return visible ASCII'],
  ['a token with a line break', { ...good, token: 'secret_token\n' }, 'line break'],
  ['a token with a space', { ...good, token: 'Bearer secret_token' }, 'visible ASCII'],
  ['a fetch that is no function', { ...good, fetch: 'fetch' }, 'fetch must be a function'],
  ['a negative timeoutMs', { ...good, timeoutMs: -1 }, 'timeoutMs must be'],
  ['an endless timeoutMs', { ...good, timeoutMs: Number.POSITIVE_INFINITY }, 'timeoutMs must be'],
  ['a negative maxRetries', { ...good, maxRetries: -1 }, 'maxRetries must be'],
  ['half an attemptTimeoutMs', { ...good, attemptTimeoutMs: 0.5 }, 'attemptTimeoutMs must be'],
  ['a retryBudget that is no number', { ...good, retryBudget: '5' }, 'retryBudget must be'],
  ['a misspelt option', { ...good, timeout: 5 }, 'no option "timeout"'],
])('%s is refused at once', (_, options, words) => {
  let thrown: unknown;
  try {
    createClient(options as ClientOptions);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(TypeError);
  expect(String(thrown)).toContain(words);
  expect(String(thrown)).not.toContain('secret_token');
});

test('takes only what it needs', () => {
  const calls = [...Object.keys(operationTable), 'api', 'waitForPayment'];
  expect(Object.keys(createClient(good)).sort()).toEqual(calls.sort());
});
