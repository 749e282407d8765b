/** Tests that Prism, another project's mock server, serves the contract as it is, with valid responses. */
import { join } from 'node:path';
import type { Running } from '@payment-invoice/browser/run-process';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readText, root } from './repository.ts';
import { startCommand } from './run-block.ts';

interface Media {
  schema: object;
  examples?: Record<string, unknown>;
}
interface Documented {
  $ref?: string;
  headers?: Record<string, unknown>;
  content: Record<string, Media>;
}
interface Operation {
  operationId: string;
  requestBody: { content: { 'application/json': Required<Media> } };
  responses: Record<string, Documented>;
}

const contract = parse(readText('openapi/openapi.yaml')) as { paths: Record<string, Record<string, Operation>> };
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, operation]) => typeof operation.operationId === 'string')
    .map(([method, operation]) => ({ path, method, pointer: `#/paths/${pointerKey(path)}/${method}`, ...operation })),
);
/** The documented responses of the contract, with a separate entry for each example. */
const documented = operations.flatMap((operation) =>
  Object.keys(operation.responses).flatMap((status) => {
    const { response } = findDocumented(operation, status);
    const examples = Object.values(response.content).flatMap((media) => Object.keys(media.examples ?? {}));
    return (examples.length > 0 ? examples : [undefined]).map((example) => ({ operation, status, example }));
  }),
);

let prism: Running;
let baseUrl: string;
beforeAll(async () => {
  const cli = join(root, 'packages/house-rules/node_modules/.bin/prism');
  prism = startCommand(cli, ['mock', '--port', '0', join(root, 'openapi/openapi.yaml')], {}, 150_000);
  const said = (await prism.waitFor(/listening on http:\/\/[\d.:]+\d/))[0];
  baseUrl = said.replace('listening on ', '');
});
afterAll(async () => {
  prism.signal('SIGTERM');
  await prism.ended;
});

describe.each(operations)('$operationId', (operation) => {
  const [body] = Object.values(operation.requestBody.content['application/json'].examples).map(exampleValue);

  test('responds to a valid request with the first success, validly', async () => {
    await expectValid(await call(operation, body), operation, '200');
  });

  test('refuses what is not valid, with a valid problem', async () => {
    await expectValid(await call(operation, { unheard: 'of' }), operation, '422');
  });

  test('refuses who has no token, with a valid problem', async () => {
    await expectValid(await call(operation, body, { authorization: '' }), operation, '401');
  });

  const own = documented.filter((one) => one.operation === operation);
  test.each(own)('gives a valid $status when asked for it: $example', async ({ status, example }) => {
    const prefer = `code=${status}${example === undefined ? '' : `, example=${example}`}`;
    const response = await call(operation, body, { prefer });
    const said = await expectValid(response, operation, status);
    const media = Object.values(findDocumented(operation, status).response.content)[0];
    if (example !== undefined) expect(said).toEqual(exampleValue(media?.examples?.[example]));
  });
});

function call({ path, method }: { path: string; method: string }, body: unknown, headers: Record<string, string> = {}) {
  const { authorization, ...rest } = { authorization: 'Bearer any', ...headers };
  return fetch(baseUrl + path, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json', ...(authorization !== '' && { authorization }), ...rest },
    body: JSON.stringify(body),
  });
}

/** Compares a response with the contract: its status, media type, body and required headers. */
async function expectValid(response: Response, operation: (typeof operations)[number], status: string): Promise<unknown> {
  const said: unknown = await response.json();
  expect(response.status, JSON.stringify(said)).toBe(Number(status));
  // Prism reports violations in this header, including violations by the request. Only the response matters here.
  const violations: { location: string[] }[] = JSON.parse(response.headers.get('sl-violations') ?? '[]');
  expect(violations.filter(({ location }) => location[0] === 'response')).toEqual([]);

  const { response: expected, pointer } = findDocumented(operation, status);
  const type = response.headers.get('content-type') ?? '';
  expect(Object.keys(expected.content)).toContain(type);
  const validate = compile(`${pointer}/content/${pointerKey(type)}/schema`);
  expect(validate(said), ajv.errorsText(validate.errors)).toBe(true);
  for (const [name, header] of Object.entries(expected.headers ?? {})) {
    const { required } = deref<{ required?: boolean }>(header);
    if (required) expect(response.headers.get(name), name).toBeTruthy();
  }
  return said;
}

function findDocumented(operation: (typeof operations)[number], status: string): { response: Documented; pointer: string } {
  const own = operation.responses[status];
  if (!own) throw new Error(`The contract has no ${status} of ${operation.operationId}.`);
  return { response: deref<Documented>(own), pointer: own.$ref ?? `${operation.pointer}/responses/${status}` };
}

function exampleValue(example: unknown): unknown {
  return deref<{ value: unknown }>(example).value;
}

function compile(pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `contract${pointer}` });
}

function deref<T>(node: unknown): T {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node as T;
  const keys = $ref.slice(2).split('/');
  return keys.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], contract) as T;
}

function pointerKey(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}
