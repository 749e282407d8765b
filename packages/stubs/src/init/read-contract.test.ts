import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OpenAPIBackend } from 'openapi-backend';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../testing/new-project.ts';
import { readContract, reservedIds } from './read-contract.ts';
import { foreignProjectFiles } from './run-command.ts';

const { folder, remove } = makeFolder();
afterAll(remove);

/** Reads a contract that has the given paths, written in YAML. */
async function read(paths: string) {
  const file = join(folder, 'contract.yaml');
  const shared = 'components: {pathItems: {shared: {get: {operationId: shared, responses: {}}}}}';
  writeFileSync(file, `openapi: 3.1.0\ninfo: {title: Odd, version: '1'}\n${shared}\npaths:\n${paths}`);
  return readContract(file);
}

test.each([
  ['that is missing', '  /a/{b}: {get: {}}', ['getAB']],
  ['that is empty', "  /a: {get: {operationId: ''}}", ['getA']],
  ['that is no text', '  /a: {get: {operationId: 7}}', ['getA']],
  ['of two operations', '  /a: {get: {operationId: a}, put: {operationId: a}}', ['a', 'a2']],
  ['of an operation with an alias', '  /a: {get: &a {operationId: a}, put: *a}', ['a', 'a2']],
  [
    'of a path item with two paths',
    "  /a: {$ref: '#/components/pathItems/shared'}\n  /b: {$ref: '#/components/pathItems/shared'}",
    ['shared', 'shared2'],
  ],
  ['that openapi-backend uses itself', '  /a: {get: {operationId: notFound}}', ['notFound2']],
  ['that is no property of an object', '  /a: {get: {operationId: __proto__}}', ['__proto__2']],
])('an id %s: each operation has its own, also in the document', async (_what, paths, ids) => {
  const { json, operations } = await read(paths);
  expect(operations.map(({ id }) => id)).toEqual(ids);
  const items: object[] = Object.values(JSON.parse(json).paths);
  expect(items.flatMap((item) => Object.values(item).map(({ operationId }) => operationId))).toEqual(ids);
});

test('no operation has the name of a handler of openapi-backend', () => {
  const definition = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} };
  const { allowedHandlers } = new OpenAPIBackend({ definition });
  expect(reservedIds).toEqual(expect.arrayContaining(allowedHandlers));
});

test('hostile ids and paths stay text in the generated handlers', async () => {
  const path = JSON.stringify('/a\n/b\u2028/c\u202e*/');
  const contract = await read(`  ${path}: {get: {operationId: ${JSON.stringify('a\n"]; process.exit(); //')}}}`);
  expect(foreignProjectFiles('odd', contract)['src/handlers.ts']).toContain(
    `  // GET /a /b /c */\n  "a\\n\\"]; process.exit(); //": async () => {\n    throw new NotImplementedError("a\\n\\"]; process.exit(); //");\n`,
  );
});
