import { expect, test } from 'vitest';
import type { Node } from '../reader/json.ts';
import { readContract } from '../reader/read-contract.ts';
import { readOwnContract } from './list-prose.ts';
import { renderTry } from './render-operation.ts';

test('the form of an operation without a body asks for what its path and its query take', () => {
  const document: Node = structuredClone(readOwnContract().document);
  const list = { type: 'array', items: { type: 'string' } };
  document.paths['/api/v1/refunds/{refundId}'] = {
    get: {
      operationId: 'fetchRefund',
      summary: 'Read a refund',
      parameters: [
        { name: 'refundId', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'fields', in: 'query', explode: false, schema: list },
        { name: 'states', in: 'query', schema: list },
      ],
      responses: {},
    },
  };
  const contract = readContract(document);
  const operation = contract.operations.find(({ id }) => id === 'fetchRefund');
  const form = operation ? renderTry(contract, operation) : '';
  expect(form).toContain('data-method="GET" data-path="/api/v1/refunds/{refundId}"');
  expect(form).toMatch(/data-in="path" data-name="refundId" [^>]*required>/);
  expect(form).toContain('data-in="query" data-name="fields" data-list="joined"');
  expect(form).toContain('data-in="query" data-name="states" data-list="repeated"');
  expect(form).not.toContain('<textarea');
});
