/** Tests each kind of change that breaks no client, because it adds something or has no effect. */
import { expect, test } from 'vitest';
import { compareContracts } from './compare-contracts.ts';
import { both, compare, type Rows } from './edit-contract.ts';

const harmless: Rows = {
  'more objects that an account may have at once': [
    ['makeThing: x-most-at-once was 5 objects, is 6'],
    ['objects: 5', 'objects: 6'],
  ],
  nothing: [[]],
  'a field that an operation changes': [
    both('receipt x-echoes of note is changed by makeThing'),
    ['property: note }', 'property: note, changedBy: makeThing }'],
  ],
  'a new path': [
    ['GET /more: the operation readMore is new'],
    ['components:', '  /more: { get: { operationId: readMore } }\ncomponents:'],
  ],
  'a schema of a feature that holds what everybody sends': [
    [],
    [
      '    Secret:',
      "    Many: { x-feature: many, properties: { all: { $ref: '#/components/schemas/MakeThing' } } }\n    Secret:",
    ],
  ],
  'a new operation': [
    ['PUT /things: the operation putThing is new'],
    ['    get:', '    put: { operationId: putThing }\n    get:'],
  ],
  'a requirement that holds for all from now on': [
    ['x-requirements: things-shine was extended, is core'],
    ['support: extended, feature: light', 'support: core'],
  ],
  'an operation that is deprecated': [
    ['readThing: is deprecated from now on'],
    ['operationId: readThing', 'operationId: readThing\n      deprecated: true'],
  ],
  'a field of a request that is deprecated': [
    ['request body of makeThing: colour is deprecated from now on'],
    ['colour: { type: string', 'colour: { deprecated: true, type: string'],
  ],
  'a field of a response that is deprecated': [
    both('id is deprecated from now on'),
    ['id: { type: string', 'id: { deprecated: true, type: string'],
  ],
  'a parameter that is deprecated': [
    ['parameters of makeThing: header x-trace is deprecated from now on'],
    ['in: header, required: false', 'in: header, deprecated: true, required: false'],
  ],
  'a new field that needs another one': [
    ['request body of makeThing: size is new'],
    ['required: [amount]\n', 'required: [amount]\n      dependentRequired: { size: [link] }\n'],
    ['        note:', '        size: {}\n        note:'],
  ],
  'a new error status': [['response 503 of makeThing: is new'], ["'404': {", "'503': { description: later }\n        '404': {"]],
  'a new optional field of a request': [
    ['request body of makeThing: size is new'],
    ['        note:', '        size: {}\n        note:'],
  ],
  'a new optional header of a request': [
    ['parameters of makeThing: header x-new is new'],
    ['- { name: X-Trace', '- { name: X-New, in: header }\n        - { name: X-Trace'],
  ],
  'a new field of a response': [both('size is new'), ['        receipt:', '        size: {}\n        receipt:']],
  'a new required field of a response': [
    both('size is new'),
    ['[id, state]\n      properties:', '[id, state, size]\n      properties:\n        size: {}'],
  ],
  'a new header of a response': [
    ['makeThing', 'readThing'].map((name) => `headers of response 200 of ${name}: more is new`),
    ['headers: {', 'headers: { More: {},'],
  ],
  'an open set of a response with one more': [
    ['response 404 of makeThing: code may be "stolen" too'],
    ['[gone, lost]', '[gone, lost, stolen]'],
  ],
  'a larger set of a request': [['request body of makeThing: colour may be "green" too'], ['[red, blue]', '[red, blue, green]']],
  'a wider bound of a request': [
    ['request body of makeThing: colour maxLength was 10, is 11'],
    ['maxLength: 10', 'maxLength: 11'],
  ],
  'a field of a request that becomes optional': [
    ['request body of makeThing: amount was required, is optional'],
    ['required: [amount]', 'required: []'],
  ],
  'one more alternative of a request': [
    ['request body of makeThing: tag anyOf has an entry more'],
    ['pattern: ^b }', 'pattern: ^b }, { type: number }'],
  ],
  'a smaller set of a response': [both('state may no longer be "DONE"'), ['[OPEN, DONE]', '[OPEN]']],
  'a response without null': [
    both('receipt type was ["string","null"], is "string"'),
    ["receipt: { type: [string, 'null']", 'receipt: { type: string'],
  ],
  'a narrower bound of a response': [both('id maxLength was 255, is 200'), ['maxLength: 255', 'maxLength: 200']],
  'a field of a response that becomes required': [
    both('receipt was optional, is required'),
    ['[id, state]', '[id, state, receipt]'],
  ],
  'other credentials that do as well': [
    ['readThing: credentials that were not enough are'],
    ['security: [{ bearer: [] }]', 'security: [{ bearer: [] }, { key: [] }]'],
  ],
  'a scope that is needed no longer': [['makeThing: needs the scope things:write no longer'], ['[things:write]', '[]']],
  'a higher rate': [
    ['x-rate-limits: make was 60 in 60 seconds per account, is 90 in 60 seconds per account'],
    ['requests: 60, seconds: 60', 'requests: 90, seconds: 60'],
  ],
  'a new operation with a limit': [
    ['PUT /things: the operation putThing is new', 'x-rate-limits: put is new: 1 in 1 seconds per account'],
    [
      '    get:',
      '    put: { operationId: putThing, x-rate-limits: [{ name: put, per: account, requests: 1, seconds: 1 }] }\n    get:',
    ],
  ],
  'a higher limit of bytes': [['the contract: x-body-limit was 1000, is 1100'], ['x-body-limit: 1000', 'x-body-limit: 1100']],
  'a firmer requirement': [
    ['x-requirements: things-shine was SHOULD, is MUST'],
    ['level: SHOULD, support: extended', 'level: MUST, support: core'],
  ],
  'an address that may be one more': [
    [
      'request body of makeThing: link x-url.ports was [443,8443], is "any"',
      'request body of makeThing: link x-url.user was false, is absent',
    ],
    ['ports: [443, 8443], user: false', 'ports: any'],
  ],
  'attempts at other times': [['receiveEvent: x-delivery.delays were 5,300, are 5,60'], ['delays: [5, 300]', 'delays: [5, 60]']],
  'a sandbox that takes more': [
    ['request body of makeThing: link x-url.sandbox.hosts was "loopback", is absent'],
    ['hosts: loopback, ', ''],
  ],
  'a new problem': [['x-problems: late is new'], ['  lost: {', '  late: { status: 409 }\n  lost: {']],
  'a new event': [
    ['x-lifecycle: sold in OPEN is new'],
    ['- { event: lost', '- { event: sold, from: [OPEN], to: DONE }\n          - { event: lost'],
  ],
  'a new field that an event changes': [
    [...both('doneAt is new'), 'x-lifecycle: doneAt is new, and changes by finished'],
    ['changes: [state, receipt]', 'changes: [state, receipt, doneAt]'],
    ['parts: {', "doneAt: { type: [string, 'null'] }\n        parts: {"],
  ],
  'a lifecycle in another order, and with other words': [
    [],
    ['changes: [state, receipt], requirement: things-end', 'changes: [receipt, state], requirement: things-stop'],
    ['Things are looked after.', 'They are looked after.'],
    ['title: Gone', 'title: No more'],
  ],
  'another description': [[], ['description: to make', 'description: to be made']],
  'a further server': [
    ['servers: https://second.example is new'],
    ['[{ url: https://things.example }]', '[{ url: https://things.example }, { url: https://second.example }]'],
  ],
  'an example': [[], ['description: to make', 'description: to make, examples: [5]']],
  'an extension': [[], ['description: to make', 'description: to make, x-requirements: []']],
  'a schema that moves into place': [[], ["$ref: '#/components/schemas/State',", 'type: string, enum: [OPEN, DONE],']],
  'a schema with another name': [[], ['    Amount: {', '    Money: {'], ['schemas/Amount', 'schemas/Money']],
  'another order': [
    [],
    ['[id, state]', '[state, id]'],
    ['[OPEN, DONE]', '[DONE, OPEN]'],
    ["[string, 'null'], format", "['null', string], format"],
    ['{ objects: 5, states: [OPEN], problem: gone }', '{ problem: gone, states: [OPEN], objects: 5 }'],
    ['{ state: [DONE], id: [x] }', '{ id: [x], state: [DONE] }'],
    ['{ operation: makeThing, property: note }', '{ property: note, operation: makeThing }'],
    ['{ high: 1, wide: 2 }', '{ wide: 2, high: 1 }'],
  ],
};

test.each(Object.entries(harmless))('%s does not break', (_, [changes, ...edits]) => {
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
