/** Tests that a request passes only if every validator accepts it, and not if a defective validator gives no verdict. */
import type { ValidateFunction } from 'ajv';
import { expect, test } from 'vitest';
import { loadContract } from '../contract/load-contract.ts';
import { loadOperations } from '../contract/load-operations.ts';
import { checkRequest } from './check-request.ts';

const operation = (await loadOperations(loadContract())).find('POST', '/api/v1/payments/fetch');
const input = {
  body: { invoiceId: 'inv_1' },
  path: {},
  query: {},
  headers: {},
  principal: 'account',
  requestId: 'req_test',
  remoteAddress: undefined,
  rawHeaders: [],
  rawBody: undefined,
};
const check = (...validators: readonly unknown[]) =>
  checkRequest({ ...operation, validators: validators as ValidateFunction[] }, input, undefined);

test('every validator must say yes', () => {
  const yes = () => true;
  const no = Object.assign(() => false, {
    errors: [{ instancePath: '/requestBody', keyword: 'type', params: { type: 'object' } }],
  });
  expect(() => check(yes, yes)).not.toThrow();
  expect(() => check(yes, no)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  expect(() => check(no, yes)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});

test.each([
  ['a promise', async () => true],
  ['no without an error', () => false],
  ['nothing', () => undefined],
])('%s is no verdict', (_what, validate) => {
  expect(() => check(() => true, validate)).toThrow('A validator of fetchPayment came to no verdict.');
});
