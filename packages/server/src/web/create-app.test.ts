import { expect, test } from 'vitest';
import { nameOperations } from './create-app.ts';

test.each([
  ['POST', '/api/v1/payments/fetch', 'fetchPayment'],
  ['GET', '/api/v1/payments/fetch', 'fetchPayment'],
  ['POST', '/api/v1/payments/fetch/', undefined],
])('%s %s of the contract is %s', (method, path, id) => expect(nameOperations()(method, path)).toBe(id));

test.each([
  ['GET', '/payments/create', 'create'],
  ['GET', '/payments/inv_1', 'read'],
  ['DELETE', '/payments/inv_1', 'drop'],
  ['PUT', '/payments/inv_1', 'read'],
  ['GET', '/payments/inv_1/x', undefined],
])('%s %s, where paths have templates, is %s', (method, path, id) => {
  const nameOperation = nameOperations({
    create: { method: 'POST', path: '/payments/create' },
    read: { method: 'GET', path: '/payments/{id}' },
    drop: { method: 'DELETE', path: '/payments/{id}' },
  });
  expect(nameOperation(method, path)).toBe(id);
});
