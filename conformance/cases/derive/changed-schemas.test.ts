import { expect, test } from 'vitest';
import { loadContract, readContract } from '../../payments/load-contract.ts';
import { describeOwed } from '../../src/engine/check-plan.ts';
import { planAll } from '../../src/engine/plan-cases.ts';
import { type ChangeContract, changedContract } from '../../testing/changes/change-contract.ts';

const shipped = new Set(planAll(loadContract()).planned.map(({ id }) => id));

const promise = (id: string, keywords: string[] = []) => ({
  ...{ id, level: 'MUST', support: 'extended', feature: 'strict-requests', source: 'D-18', text: 'It is as its schema says.' },
  keywords,
});

/** Adds a property to the request body of createPayment. */
const takes =
  (name: string, schema: Record<string, unknown>): ChangeContract =>
  ({ components: { schemas } }) => {
    const keywords = Object.keys(schema).filter((keyword) => keyword !== 'type' && keyword !== 'examples');
    const stated = { ...schema, description: 'New.', 'x-requirements': [promise('create-new', keywords)] };
    schemas.CreatePaymentRequest.properties[name] = stated;
  };

/** Adds a parameter to fetchPayment. */
const asks =
  (parameter: Record<string, unknown>): ChangeContract =>
  ({ paths }) => {
    const stated = { ...parameter, description: 'New.', 'x-requirements': [promise('fetch-new')] };
    paths['/api/v1/payments/fetch'].post.parameters = [stated];
  };

/** Examples of values, by format. */
const examples: Readonly<Record<string, string[]>> = {
  hostname: ['example.com'],
  ipv4: ['192.0.2.7'],
  ipv6: ['2001:db8::7'],
  time: ['10:00:00Z'],
  duration: ['P1DT2H'],
  email: ['ada@example.com'],
};

const list = { type: 'array', minItems: 1, uniqueItems: true };
const version = { type: 'string', pattern: '^[0-9]+\\.[0-9]+$', maxLength: 10 };

test.each<[string, ChangeContract, string[]]>([
  [
    'a header with an example beside its schema',
    asks({ name: 'X-Client', in: 'header', schema: version, example: '1.2' }),
    [
      ...['fetch-payment/parameter/X-Client/takes/1.2', 'fetch-payment/parameter/X-Client/not-pattern'],
      'fetch-payment/problem/parameter/X-Client/not-pattern',
    ],
  ],
  [
    'a query parameter with named examples',
    asks({ name: 'client', in: 'query', schema: version, examples: { now: { summary: 'Now', value: '1.2' } } }),
    ['fetch-payment/parameter/client/takes/1.2', 'fetch-payment/parameter/client/not-maxLength'],
  ],
  [
    'a list of different words of letters',
    takes('labels', { ...list, maxItems: 5, items: { type: 'string', pattern: '^[a-z]{1,3}$' }, examples: [['vip']] }),
    ['create-payment/body/labels/not-maxItems', 'create-payment/values/labels/maxItems'],
  ],
  [
    'a list of different objects',
    takes('lines', {
      ...{ ...list, maxItems: 40, examples: [[{ name: 'Tea', count: 1 }]] },
      items: {
        ...{ type: 'object', additionalProperties: false, required: ['name', 'count'] },
        properties: { name: { type: 'string', maxLength: 3 }, count: { type: 'integer', maximum: 9 } },
      },
    }),
    ['create-payment/body/lines/not-maxItems', 'create-payment/body/lines/not-uniqueItems'],
  ],
  ...['hostname', 'ipv4', 'ipv6', 'time', 'duration', 'email'].map((format): [string, ChangeContract, string[]] => [
    `a text of the format ${format}`,
    takes('place', { type: 'string', format, maxLength: 60, examples: examples[format] }),
    ['create-payment/body/place/accepted', 'create-payment/body/place/not-format', 'create-payment/body/place/too-long'],
  ]),
  [
    'an integer of 32 bits',
    takes('count', { type: 'integer', format: 'int32', examples: [7] }),
    ['create-payment/body/count/accepted', 'create-payment/body/count/not-format'],
  ],
  [
    'a number in steps',
    takes('tip', { type: 'number', minimum: 0, maximum: 100, multipleOf: 0.05, examples: [0.1] }),
    [
      ...['not-multipleOf', 'nearly-a-multiple', 'next-to-zero'].map((id) => `create-payment/body/tip/${id}`),
      'create-payment/values/tip/in-decimals',
    ],
  ],
  [
    'a number that is stored as a double',
    takes('ratio', { type: 'number', format: 'double', examples: [0.5] }),
    ['create-payment/body/ratio/accepted'],
  ],
])('%s owes nothing and gets its cases', (_, change, ids) => {
  const contract = readContract(changedContract(change));
  const plan = planAll(contract);
  expect(describeOwed(contract, plan)).toEqual([]);
  const added = plan.planned.map(({ id }) => id).filter((id) => !shipped.has(id));
  expect(added).toEqual(expect.arrayContaining(ids));
});
