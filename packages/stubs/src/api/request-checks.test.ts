/** Tests the checks of a request, and their order, over HTTP. */
import { exampleCreate as valid } from '@payment-invoice/generated/examples';
import { describe, expect, test } from 'vitest';
import { exampleOptions, exampleInvoice as invoice } from '../../testing/example-api.ts';
import { startAskedServer } from '../../testing/start-asked-server.ts';
import { loadContract } from '../contract/load-contract.ts';
import { mostItems } from '../request/explain-errors.ts';

// biome-ignore lint/suspicious/noExplicitAny: a schema is read field by field
type Json = any;

const reported: unknown[] = [];
let seen: unknown;
const { ask } = await startAskedServer({
  ...exampleOptions,
  handlers: {
    ...exampleOptions.handlers,
    createPayment: async ({ body }) => {
      seen = body;
      return { status: 200, body: invoice };
    },
  },
  authenticate: async (token) => {
    if (token === 'broken') throw new Error('the database is away');
    return token === 'good' ? 'account' : undefined;
  },
  onError: (error) => void reported.push(error),
});
const create = (body: unknown) => ask(JSON.stringify(body));

describe('authentication', () => {
  test.each(['Bearergood'])('%s is no bearer token', async (authorization) => {
    const response = await ask('{', { headers: { authorization } });
    expect(response).toMatchObject({ status: 401, json: { code: 'unauthenticated' } });
    expect(response.headers['www-authenticate']).toBe('Bearer realm="payments"');
  });

  test.each(['Bearer bad', 'Bearer'])('%s is an invalid token', async (authorization) => {
    const response = await ask('{', { headers: { authorization } });
    expect(response).toMatchObject({ status: 401, json: { code: 'invalid_token' } });
    expect(response.headers['www-authenticate']).toBe('Bearer realm="payments", error="invalid_token"');
  });

  test('the case of the scheme does not matter', async () => {
    expect(await ask(JSON.stringify(valid), { headers: { authorization: 'bEARER good' } })).toMatchObject({ status: 200 });
  });

  test('a failure while authenticating is a 500, not a 401', async () => {
    const response = await ask('{}', { headers: { authorization: 'Bearer broken' } });
    expect(response).toMatchObject({ status: 500, json: { code: 'internal_error' } });
    expect(String(reported.at(-1))).toContain('the database is away');
  });
});

describe('body', () => {
  test.each([{ 'content-type': 'application/jsonp' }, { 'content-encoding': 'identity' }])('%o is 415', async (headers) => {
    const { status, json } = await ask(JSON.stringify(valid), { headers });
    expect([status, json.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('a charset of utf-8 is allowed', async () => {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    expect(await ask(JSON.stringify(valid), { headers })).toMatchObject({ status: 200 });
  });

  test('a property twice, once escaped, is malformed JSON', async () => {
    const body = '{"cashTag":"$a","amount":1,"\\u0061mount":2}';
    expect(await ask(body)).toMatchObject({ status: 400, json: { code: 'malformed_json' } });
  });

  test('a name twice in different objects, or in a string, is no duplicate', async () => {
    for (const body of ['{"cashTag":"$a","amount":1,"returnUrl":"https://a.test/%7B\\"amount\\":1"}', '[{"a":1},{"a":1}]'])
      expect(await ask(body)).toMatchObject({ json: { code: 'validation_failed' } });
  });

  test.each([null, [], 5, true, 'text', JSON.stringify(valid)])('%o is no object', async (body) => {
    expect(await create(body)).toMatchObject({ status: 422, json: { errors: [{ pointer: '', code: 'type' }] } });
  });
});

describe('schema', () => {
  test.each([
    [{}, ['/cashTag required', '/amount required']],
    [{ ...valid, amount: '12.5' }, ['/amount type']],
    [{ ...valid, amount: null }, ['/amount type']],
    [{ ...valid, amount: true }, ['/amount type']],
    [{ ...valid, amount: 0 }, ['/amount amount_out_of_range']],
    [{ ...valid, amount: 1_000_000 }, ['/amount amount_out_of_range']],
    [{ ...valid, amount: 0.00999999 }, ['/amount amount_out_of_range']],
    [{ ...valid, amount: 1_000_000.001 }, ['/amount amount_out_of_range']],
    [{ ...valid, amount: 999_999.9899999999 }, ['/amount amount_precision']],
    [{ ...valid, cashTag: 5 }, ['/cashTag type']],
    [{ ...valid, cashTag: '' }, ['/cashTag too_short']],
    [{ ...valid, cashTag: '$12' }, ['/cashTag pattern']],
    [{ ...valid, cashTag: 'a b' }, ['/cashTag pattern']],
    [{ ...valid, cashTag: 'a'.repeat(21) }, ['/cashTag too_long']],
    [{ ...valid, cashTag: 'a'.repeat(22) }, ['/cashTag too_long']],
    [{ ...valid, cashTag: `$${'a'.repeat(21)}` }, ['/cashTag too_long']],
    [{ ...valid, isWhiteLabel: 'true' }, ['/isWhiteLabel type']],
    [{ ...valid, returnUrl: 'not a url' }, ['/returnUrl invalid_url']],
    [{ ...valid, returnUrl: `https://a.test/${'a'.repeat(2048)}` }, ['/returnUrl too_long']],
    [{ ...valid, tip: 1, 'a/b~c': 2 }, ['/tip unknown_property', '/a~1b~0c unknown_property']],
  ])('%j is refused, one item a mistake', async (body, expected) => {
    const { status, json } = await create(body);
    expect(status).toBe(422);
    expect((json.errors as Json[]).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
  });

  test.each(['a'.repeat(21), 'a'.repeat(22)])('the limit of a tag without $ is told: %s', async (cashTag) => {
    const { json } = await create({ ...valid, cashTag });
    const detail = 'cashTag must have at most 20 characters after an optional $.';
    expect(json.errors).toEqual([{ pointer: '/cashTag', code: 'too_long', detail }]);
  });

  test('a refusal names the rule and the cure', async () => {
    const detailOf = async (body: object) => ((await create({ ...valid, ...body })).json.errors as Json)[0].detail;
    expect(await detailOf({ cashTag: '$a b' })).toMatch(/^cashTag does not have the required form\. .*1 to 20 letters or digits/);
    expect(await detailOf({ returnUrl: 'https://متجر.example/' })).toMatch(/^returnUrl must be an absolute URL.*Punycode/);
    expect(await detailOf({ tip: 1 })).toBe('The operation has no field tip. Leave it out, or correct its name.');
  });

  test('a number past all numbers is out of range', async () => {
    const response = await ask('{"cashTag":"$a","amount":1e400}');
    expect(response).toMatchObject({ status: 422, json: { errors: [{ code: 'amount_out_of_range' }] } });
  });

  test.each(['__proto__', 'constructor', 'toString'])('a property %s is unknown', async (name) => {
    const response = await ask(`{"cashTag":"$a","amount":1,"${name}":{"isAdmin":true}}`);
    expect(response).toMatchObject({ status: 422, json: { errors: [{ pointer: `/${name}`, code: 'unknown_property' }] } });
  });

  test('properties inherited from __proto__ are not properties', async () => {
    const { json } = await ask('{"__proto__":{"cashTag":"$a","amount":1}}');
    expect(json.errors).toHaveLength(3);
  });

  test('defaults are filled in', async () => {
    await create(valid);
    expect(seen).toEqual({ ...valid, isWhiteLabel: false });
  });
});

test('thousands of unknown properties are reported in a few items, after those of the known properties', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`m${i}`, 1]));
  const { status, json } = await create({ ...unknown, cashTag: 5, amount: 12.5 });
  expect(status).toBe(422);
  expect(json.errors).toHaveLength(32);
  expect(json.errors).toContainEqual(expect.objectContaining({ pointer: '/cashTag', code: 'type' }));
  expect(json.errors).toContainEqual(expect.objectContaining({ pointer: '/m0', code: 'unknown_property' }));
});

test('the most items are as many as the contract says', () => {
  const { components } = loadContract() as Json;
  expect(components.schemas.Problem.properties.errors.maxItems).toBe(mostItems);
});
