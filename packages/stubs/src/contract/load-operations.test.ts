/** Tests openapi-backend with the contract: which operation a request matches, and which contracts are refused. */
import { operationTable } from '@payment-invoice/generated';
import { expect, test } from 'vitest';
import { makeChecker } from '../../testing/example-api.ts';
import { UndocumentedResponseError } from '../response/undocumented-response-error.ts';
import { type Contract, loadContract } from './load-contract.ts';
import { loadOperations } from './load-operations.ts';

const create = '/api/v1/payments/create';
const submit = '/api/v1/payments/submit';
const fetch = '/api/v1/payments/fetch';

/** Returns the contract with other paths or operations. */
function contractWith(paths: (paths: Contract['paths']) => Contract['paths']): Contract {
  const contract = loadContract();
  return { ...contract, paths: paths(contract.paths) };
}

/** Returns a path item whose operation has another method. */
const as = (method: string, item: Contract['paths'][string] | undefined) => ({ [method]: item?.post });

test('a path is found exactly, in any case of its method', async () => {
  const { find, all } = await loadOperations(loadContract());
  expect(all.map(({ operationId }) => operationId)).toEqual(Object.keys(operationTable));
  expect(find('POST', fetch).operationId).toBe('fetchPayment');
  expect(find('post', fetch).operationId).toBe('fetchPayment');
  expect(all).toContain(find('POST', fetch));
});

test('a path with a template is found, unless an exact one is', async () => {
  const { find } = await loadOperations(
    contractWith((paths) => ({ '/api/v1/payments/{id}': { ...paths[create] }, [fetch]: { ...paths[fetch] } })),
  );
  expect(find('POST', '/api/v1/payments/1').operationId).toBe('createPayment');
  expect(find('POST', fetch).operationId).toBe('fetchPayment');
  expect(() => find('POST', '/api/v1/payments/1/x')).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('the refusal of another method names every method of the path', async () => {
  const { find } = await loadOperations(
    contractWith((paths) => ({
      '/api/v1/payments/{id}': { ...as('put', paths[submit]), ...as('delete', paths[create]) },
      [fetch]: { ...paths[fetch] },
    })),
  );
  const refusal = { code: 'method_not_allowed', headers: { Allow: 'PUT, DELETE' } };
  expect(() => find('PATCH', '/api/v1/payments/1')).toThrow(expect.objectContaining(refusal));
  expect(() => find('PATCH', create.replace('create', 'x/y'))).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('an operation whose requests nothing would check stops the start', async () => {
  const bare = contractWith((paths) => ({ [fetch]: { post: { ...(paths[fetch]?.post as object), operationId: undefined } } }));
  await expect(loadOperations(bare)).rejects.toThrow('would not be checked');
});

// A check is compiled when it is first used. So a server would start even if a check could not be compiled.
test('every check of a request and of a response can be compiled', async () => {
  const { all } = await loadOperations(loadContract());
  const check = makeChecker(all);
  for (const { operationId, validators, responses } of all) {
    expect(validators.length, operationId).toBeGreaterThan(0);
    for (const [status, { content = {} }] of Object.entries(responses))
      for (const type of Object.keys(content)) {
        const response = { status: Number(status), headers: { 'Content-Type': type }, body: 'no object' };
        const checkIt = () => check({ operationId, response, requestId: 'req_1', asked: undefined, surplus: [] });
        expect(checkIt, `${operationId} ${status} ${type}`).toThrow(UndocumentedResponseError);
      }
  }
});
