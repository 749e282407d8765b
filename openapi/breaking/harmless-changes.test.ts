/** Tests each kind of change that breaks no client, because it adds something or has no effect. */
import { expect, test } from 'vitest';
import { compareContracts } from './compare-contracts.ts';
import { both, compare, type Row } from './edit-contract.ts';

const harmless: Row[] = [
  [
    'more objects that an account may have at once',
    [['objects: 5', 'objects: 6']],
    ['makeThing: x-most-at-once was 5 objects, is 6'],
  ],
  ['nothing', [], []],
  [
    'a new path',
    [['components:', '  /more: { get: { operationId: readMore } }\ncomponents:']],
    ['GET /more: the operation readMore is new'],
  ],
  [
    'a schema of a feature that holds what everybody sends',
    [
      [
        '    Secret:',
        "    Many: { x-feature: many, properties: { all: { $ref: '#/components/schemas/MakeThing' } } }\n    Secret:",
      ],
    ],
    [],
  ],
  [
    'a new operation',
    [['    get:', '    put: { operationId: putThing }\n    get:']],
    ['PUT /things: the operation putThing is new'],
  ],
  [
    'a requirement that holds for all from now on',
    [['support: extended, feature: light', 'support: core']],
    ['x-requirements: things-shine was extended, is core'],
  ],
  [
    'an operation that is deprecated',
    [['operationId: readThing', 'operationId: readThing\n      deprecated: true']],
    ['readThing: is deprecated from now on'],
  ],
  [
    'a field of a request that is deprecated',
    [['colour: { type: string', 'colour: { deprecated: true, type: string']],
    ['request body of makeThing: colour is deprecated from now on'],
  ],
  [
    'a field of a response that is deprecated',
    [['id: { type: string', 'id: { deprecated: true, type: string']],
    both('id is deprecated from now on'),
  ],
  [
    'a parameter that is deprecated',
    [['in: header, required: false', 'in: header, deprecated: true, required: false']],
    ['parameters of makeThing: header x-trace is deprecated from now on'],
  ],
  [
    'a new field that needs another one',
    [
      ['required: [amount]\n', 'required: [amount]\n      dependentRequired: { size: [link] }\n'],
      ['        note:', '        size: {}\n        note:'],
    ],
    ['request body of makeThing: size is new'],
  ],
  [
    'a new error status',
    [["'404': {", "'503': { description: later }\n        '404': {"]],
    ['response 503 of makeThing: is new'],
  ],
  [
    'a new optional field of a request',
    [['        note:', '        size: {}\n        note:']],
    ['request body of makeThing: size is new'],
  ],
  [
    'a new optional header of a request',
    [['- { name: X-Trace', '- { name: X-New, in: header }\n        - { name: X-Trace']],
    ['parameters of makeThing: header x-new is new'],
  ],
  ['a new field of a response', [['        receipt:', '        size: {}\n        receipt:']], both('size is new')],
  [
    'a new required field of a response',
    [['[id, state]\n      properties:', '[id, state, size]\n      properties:\n        size: {}']],
    both('size is new'),
  ],
  [
    'a new header of a response',
    [['headers: {', 'headers: { More: {},']],
    ['makeThing', 'readThing'].map((name) => `headers of response 200 of ${name}: more is new`),
  ],
  [
    'an open set of a response with one more',
    [['[gone, lost]', '[gone, lost, stolen]']],
    ['response 404 of makeThing: code may be "stolen" too'],
  ],
  [
    'a larger set of a request',
    [['[red, blue]', '[red, blue, green]']],
    ['request body of makeThing: colour may be "green" too'],
  ],
  [
    'a wider bound of a request',
    [['maxLength: 10', 'maxLength: 11']],
    ['request body of makeThing: colour maxLength was 10, is 11'],
  ],
  [
    'a field of a request that becomes optional',
    [['required: [amount]', 'required: []']],
    ['request body of makeThing: amount was required, is optional'],
  ],
  [
    'one more alternative of a request',
    [['pattern: ^b }', 'pattern: ^b }, { type: number }']],
    ['request body of makeThing: tag anyOf has an entry more'],
  ],
  ['a smaller set of a response', [['[OPEN, DONE]', '[OPEN]']], both('state may no longer be "DONE"')],
  [
    'a response without null',
    [["receipt: { type: [string, 'null']", 'receipt: { type: string']],
    both('receipt type was ["string","null"], is "string"'),
  ],
  ['a narrower bound of a response', [['maxLength: 255', 'maxLength: 200']], both('id maxLength was 255, is 200')],
  [
    'a field of a response that becomes required',
    [['[id, state]', '[id, state, receipt]']],
    both('receipt was optional, is required'),
  ],
  [
    'other credentials that do as well',
    [['security: [{ bearer: [] }]', 'security: [{ bearer: [] }, { key: [] }]']],
    ['readThing: credentials that were not enough are'],
  ],
  ['a scope that is needed no longer', [['[things:write]', '[]']], ['makeThing: needs the scope things:write no longer']],
  [
    'a higher rate',
    [['requests: 60, seconds: 60', 'requests: 90, seconds: 60']],
    ['x-rate-limits: make was 60 in 60 seconds per account, is 90 in 60 seconds per account'],
  ],
  [
    'a new operation with a limit',
    [
      [
        '    get:',
        '    put: { operationId: putThing, x-rate-limits: [{ name: put, per: account, requests: 1, seconds: 1 }] }\n    get:',
      ],
    ],
    ['PUT /things: the operation putThing is new', 'x-rate-limits: put is new: 1 in 1 seconds per account'],
  ],
  ['a higher limit of bytes', [['x-body-limit: 1000', 'x-body-limit: 1100']], ['the contract: x-body-limit was 1000, is 1100']],
  [
    'a firmer requirement',
    [['level: SHOULD, support: extended', 'level: MUST, support: core']],
    ['x-requirements: things-shine was SHOULD, is MUST'],
  ],
  [
    'an address that may be one more',
    [['ports: [443, 8443], user: false', 'ports: any']],
    [
      'request body of makeThing: link x-url.ports was [443,8443], is "any"',
      'request body of makeThing: link x-url.user was false, is absent',
    ],
  ],
  [
    'attempts at other times',
    [['delays: [5, 300]', 'delays: [5, 60]']],
    ['receiveEvent: x-delivery.delays were 5,300, are 5,60'],
  ],
  [
    'a sandbox that takes more',
    [['hosts: loopback, ', '']],
    ['request body of makeThing: link x-url.sandbox.hosts was "loopback", is absent'],
  ],
  ['a new problem', [['  lost: {', '  late: { status: 409 }\n  lost: {']], ['x-problems: late is new']],
  [
    'a new event',
    [['- { event: lost', '- { event: sold, from: [OPEN], to: DONE }\n          - { event: lost']],
    ['x-lifecycle: sold in OPEN is new'],
  ],
  [
    'a new field that an event changes',
    [
      ['changes: [state, receipt]', 'changes: [state, receipt, doneAt]'],
      ['parts: {', "doneAt: { type: [string, 'null'] }\n        parts: {"],
    ],
    [...both('doneAt is new'), 'x-lifecycle: doneAt is new, and changes by finished'],
  ],
  [
    'a lifecycle in another order, and with other words',
    [
      ['changes: [state, receipt], requirement: things-end', 'changes: [receipt, state], requirement: things-stop'],
      ['Things are looked after.', 'They are looked after.'],
      ['title: Gone', 'title: No more'],
    ],
    [],
  ],
  ['another description', [['description: to make', 'description: to be made']], []],
  [
    'a further server',
    [['[{ url: https://things.example }]', '[{ url: https://things.example }, { url: https://second.example }]']],
    ['servers: https://second.example is new'],
  ],
  ['an example', [['description: to make', 'description: to make, examples: [5]']], []],
  ['an extension', [['description: to make', 'description: to make, x-requirements: []']], []],
  ['a schema that moves into place', [["$ref: '#/components/schemas/State',", 'type: string, enum: [OPEN, DONE],']], []],
  [
    'a schema with another name',
    [
      ['    Amount: {', '    Money: {'],
      ['schemas/Amount', 'schemas/Money'],
    ],
    [],
  ],
  [
    'another order',
    [
      ['[id, state]', '[state, id]'],
      ['[OPEN, DONE]', '[DONE, OPEN]'],
      ["[string, 'null'], format", "['null', string], format"],
      ['{ objects: 5, states: [OPEN], problem: gone }', '{ problem: gone, states: [OPEN], objects: 5 }'],
      ['{ state: [DONE], id: [x] }', '{ id: [x], state: [DONE] }'],
      ['{ operation: makeThing, property: note }', '{ property: note, operation: makeThing }'],
      ['{ high: 1, wide: 2 }', '{ wide: 2, high: 1 }'],
    ],
    [],
  ],
];

test.each(harmless)('%s does not break', (_, edits, changes) => {
  expect(compare(edits)).toEqual(changes.map((change) => `+ ${change}`));
});

test('scopes, limits and features that a contract states for the first time were there before, in prose', () => {
  const contract = (facts: string, feature: string) => `
openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    post:
      operationId: makeThing${feature}
      security: [{ bearer: [${facts === '' ? '' : 'things:write'}] }]${facts}
components:
  securitySchemes: { bearer: { type: http, scheme: bearer${facts === '' ? '' : ', x-scopes: { things:write: Make. }'} } }`;
  const limits = '\n      x-rate-limits: [{ name: make, per: account, requests: 60, seconds: 60 }]';
  const changes = compareContracts(
    { text: contract('', ''), name: 'before' },
    { text: contract(limits, '\n      x-feature: making'), name: 'after' },
  );
  expect(changes.filter(({ breaking }) => breaking)).toEqual([]);
  expect(changes.map(({ property, what }) => `${property} ${what}`)).toEqual(['make is new: 60 in 60 seconds per account']);
});

test('a negation says the same with the type beside it and without, and something else with another', () => {
  const contract = (not: string) => `
openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    post:
      operationId: makeThing
      requestBody: { content: { application/json: { schema: { type: string, not: { ${not} } } } } }`;
  const compared = (before: string, after: string) =>
    compareContracts({ text: contract(before), name: 'before' }, { text: contract(after), name: 'after' });
  expect(compared('type: string, pattern: ^x', 'pattern: ^x')).toEqual([]);
  expect(compared('pattern: ^x', 'type: string, pattern: ^x')).toEqual([]);
  expect(compared('type: number, pattern: ^x', 'pattern: ^x')).toMatchObject([{ breaking: true }]);
});
