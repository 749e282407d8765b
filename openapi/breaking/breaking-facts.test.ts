/** Tests each kind of change to a fact (a scope, a limit, an echo, a feature) that breaks a client. */
import { expect, test } from 'vitest';
import { both, compare, type Row } from './edit-contract.ts';

const breaking: Row[] = [
  ['a scope that was not needed', [['[things:write]', '[things:write, things:own]']], ['makeThing: needs the scope things:own']],
  [
    'a scope for an operation that had none',
    [['operationId: readThing', 'operationId: readThing\n      security: [{ bearer: [things:read] }]']],
    ['readThing: needs the scope things:read'],
  ],
  [
    'a lower rate',
    [['requests: 60, seconds: 60', 'requests: 50, seconds: 60']],
    ['x-rate-limits: make was 60 in 60 seconds per account, is 50 in 60 seconds per account'],
  ],
  [
    'the same rate in smaller portions',
    [['requests: 60, seconds: 60', 'requests: 1, seconds: 1']],
    ['x-rate-limits: make was 60 in 60 seconds per account, is 1 in 1 seconds per account'],
  ],
  [
    'a new limit of an old operation',
    [
      [
        'operationId: readThing',
        'operationId: readThing\n      x-rate-limits: [{ name: read, per: account, requests: 9, seconds: 1 }]',
      ],
    ],
    ['x-rate-limits: read is new: 9 in 1 seconds per account'],
  ],
  [
    'a number of objects that an account may have at once',
    [['operationId: readThing', 'operationId: readThing\n      x-most-at-once: { objects: 9, states: [OPEN], problem: many }']],
    ['readThing: x-most-at-once is new: 9 objects'],
  ],
  [
    'fewer objects that an account may have at once',
    [['objects: 5', 'objects: 4']],
    [
      'makeThing: x-most-at-once was {"objects":5,"states":["OPEN"],"problem":"gone"}, is {"objects":4,"states":["OPEN"],"problem":"gone"}',
    ],
  ],
  [
    'an address that may not be at a port any more',
    [['ports: [443, 8443]', 'ports: [443]']],
    ['request body of makeThing: link x-url.ports was [443,8443], is [443]'],
  ],
  [
    'an address that may have no fragment any more',
    [['user: false,', 'user: false, fragment: false,']],
    ['request body of makeThing: link x-url.fragment was absent, is false'],
  ],
  [
    'a sandbox like any other',
    [[', sandbox: { hosts: loopback, schemes: [http] }', '']],
    ['request body of makeThing: link x-url.sandbox is gone'],
  ],
  [
    'a relation of what is sent',
    [
      [
        "note: { type: [string, 'null'],",
        "note: { type: [string, 'null'], x-relations: [{ is: equal, field: link, requirement: thing-made }],",
      ],
    ],
    ['request body of makeThing: note x-relations: equal link is new'],
  ],
  [
    'a product that is rounded',
    [
      [
        "note: { type: [string, 'null'],",
        "note: { type: [string, 'null'], x-relations: [{ is: equal, field: link, times: 2, rounded: up, decimals: 0, requirement: thing-made }],",
      ],
    ],
    ['request body of makeThing: note x-relations: equal link times 2 rounded up 0 is new'],
  ],
  [
    'a rule for addresses',
    [["note: { type: [string, 'null'],", "note: { type: [string, 'null'], x-url: { schemes: [https] },"]],
    ['request body of makeThing: note x-url is new'],
  ],
  ['a value that may change', [[', x-lasting: true', '']], both('id x-lasting is gone: it may change')],
  [
    'a value that may be null at first',
    [['x-lasting: true', 'x-lasting: once-set']],
    both('id x-lasting was true, is once-set: it may be null at first'),
  ],
  [
    'a field that may go',
    [['parts: {', 'parts: { x-experimental: true,']],
    both('parts is experimental now: it may go without notice'),
  ],
  ['fewer attempts', [['delays: [5, 300]', 'delays: [5]']], ['receiveEvent: x-delivery.delays were 2, are 1']],
  ['a lower limit of bytes', [['x-body-limit: 1000', 'x-body-limit: 900']], ['the contract: x-body-limit was 1000, is 900']],
  [
    'a header that counts for a shorter time',
    [['x-kept-seconds: 60', 'x-kept-seconds: 30']],
    ['parameters of makeThing: header x-trace x-kept-seconds was 60, is 30'],
  ],
  [
    'an echo that is gone',
    [[', x-echoes: { operation: makeThing, property: note }', '']],
    both('receipt x-echoes of note is gone'),
  ],
  [
    'an echo that is looser',
    [['property: note }', 'property: note, ignoring: [case] }']],
    both('receipt x-echoes of note ignores more'),
  ],
  [
    'an identifier that is gone',
    [[", x-identifies: '#/components/schemas/Thing/properties/id'", '']],
    ['request body of makeThing: note x-identifies is another, or gone: unknown and foreign ids may be accepted'],
  ],
  [
    'an operation that not everybody has any more',
    [['operationId: readThing', 'operationId: readThing\n      x-feature: reading']],
    ['readThing: was for everybody, belongs to the feature reading'],
  ],
  [
    'a field that not everybody has any more',
    [["receipt: { type: [string, 'null']", "receipt: { x-feature: receipts, type: [string, 'null']"]],
    both('receipt was for everybody, belongs to the feature receipts'),
  ],
  [
    'a state that not everybody has any more',
    [['initial: OPEN\n', 'initial: OPEN\n        states: { DONE: { x-feature: ending } }\n']],
    ['x-lifecycle: DONE was for everybody, belongs to the feature ending'],
  ],
];

test.each(breaking)('%s breaks', (_, edits, changes) => {
  const noted = compare(edits).filter((line) => line.startsWith('✗'));
  expect(noted).toEqual(changes.map((change) => `✗ ${change}`));
});
