/** Tests an operation that needs both a token and a key: neither is enough alone, and both must belong to the same principal. */
import { expect, test } from 'vitest';
import { exampleOptions, makeChecker, sketchRequest } from '../../testing/example-api.ts';
import { loadContract } from '../contract/load-contract.ts';
import { loadOperations } from '../contract/load-operations.ts';
import { createRequestHandler } from './handle-request.ts';

const contract = structuredClone(loadContract());
Object.assign(contract.components.securitySchemes, { appKey: { type: 'apiKey', in: 'header', name: 'X-App-Key' } });
for (const { post } of Object.values<{ post?: { security?: object[] } }>(contract.paths))
  for (const alternative of post?.security ?? []) Object.assign(alternative, { appKey: [] });
const operations = await loadOperations(contract);
const owners: Record<string, string> = { 'bearerAuth token': 'one', 'appKey key': 'one', 'appKey other': 'another' };
const handle = createRequestHandler(
  {
    ...exampleOptions,
    authenticate: (token, { scheme, principal }) => {
      const owner = owners[`${scheme} ${token}`];
      return principal === undefined || principal === owner ? owner : undefined;
    },
  },
  operations,
  makeChecker(operations.all),
);

test.each([
  ['both', ['Authorization', 'Bearer token', 'X-App-Key', 'key'], 200],
  ['the token without a key', ['Authorization', 'Bearer token'], 401],
  ['the key without a token', ['X-App-Key', 'key'], 401],
  ['a key that nobody has', ['Authorization', 'Bearer token', 'X-App-Key', 'none'], 401],
  ["another's key", ['Authorization', 'Bearer token', 'X-App-Key', 'other'], 401],
  ['the token for a key', ['Authorization', 'Bearer token', 'X-App-Key', 'token'], 401],
])('%s: %j get %i', async (_what, headers, status) => {
  const rawHeaders = ['Content-Type', 'application/json', ...headers];
  expect((await handle(sketchRequest({ rawHeaders }))).status).toBe(status);
});
