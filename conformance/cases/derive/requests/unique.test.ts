import { expect, test } from 'vitest';
import { Problem } from '../../../servers/full/problem.ts';
import { addOrderId } from '../../../testing/changes/add-limits.ts';
import { must } from '../../../testing/changes/state-operation.ts';
import { prepareDrill } from '../../../testing/drill/drill.ts';

test('a required object that may be empty is not sent as a mistake', async () => {
  const { check } = prepareDrill({
    ...{ name: 'an order with any object', right: {}, wrong: {}, cases: /order.*\/after-refusal$/i },
    change(document) {
      addOrderId(document);
      const { CreatePaymentRequest } = document.components.schemas;
      const extra = { type: 'object', description: 'Anything.', examples: [{}] };
      CreatePaymentRequest.properties.extra = { ...extra, 'x-requirements': [must('create-extra', '`extra` is an object.')] };
      CreatePaymentRequest.required.unshift('extra');
    },
  });
  const seen = new Set<unknown>();
  const server = {
    examine(_operation: string, { orderId }: Record<string, unknown>) {
      if (orderId !== undefined && seen.size === seen.add(orderId).size) throw new Problem('order_taken');
    },
  };
  expect(await check(server)).toEqual([]);
}, 60_000);
