import { expect, test } from 'vitest';
import { readContract } from '../../payments/load-contract.ts';
import { addOrderId } from '../../testing/changes/add-limits.ts';
import { changedContract } from '../../testing/changes/change-contract.ts';
import { operationById } from '../contract/contract.ts';
import { jsonRequest } from '../http/json-request.ts';
import type { Wire } from '../wire/wire.ts';
import { withNewTexts } from './unique-texts.ts';
import { renewed } from './unique-values.ts';

const contract = readContract(changedContract(addOrderId));

test('another field with the same value as a unique one keeps it', () => {
  const sent = { cashTag: 'order-1042', orderId: 'order-1042' };
  const { cashTag, orderId } = JSON.parse(renewed(contract, jsonRequest('/api/v1/payments/create', sent)).body ?? '');
  expect(cashTag).toBe('order-1042');
  expect(orderId).toMatch(/^(?!order-1042).{10}$/);
});

test('a connection that fails during the search for fields is an error of that call alone', async () => {
  const operation = operationById(contract, 'createPayment');
  const wire = {} as Wire;
  const values = { cashTag: 'coffeeshop' };
  const fail = () => Promise.reject(new Error('no connection'));
  await expect(withNewTexts(wire, operation, values, fail)).rejects.toThrow('no connection');
  expect(await withNewTexts(wire, operation, values, fail)).toBeUndefined();
});
