/** Tests each kind of change that breaks a client. */
import { expect, test } from 'vitest';
import { both, compare, type Row } from './edit-contract.ts';

const breaking: Row[] = [
  [
    'a name of an open set that has another instead',
    [['[gone, lost]', '[gone, missing]']],
    ['response 404 of makeThing: code may no longer be "lost"'],
  ],
  [
    'a server at another address',
    [['https://things.example', 'https://other.example']],
    ['servers: https://things.example is gone'],
  ],
  [
    'a closed set that is opened',
    [['enum: [OPEN, DONE]', 'enum: [OPEN, DONE]\n      x-open-enum: true']],
    both('state may grow from now on'),
  ],
  [
    'a problem of another status',
    [['lost: { status: 404', 'lost: { status: 410']],
    ['x-problems: lost was status 404, is status 410'],
  ],
  [
    'a field that needs another one',
    [['required: [amount]\n', 'required: [amount]\n      dependentRequired: { colour: [link] }\n']],
    ['request body of makeThing: colour needs link beside it'],
  ],
  [
    'a requirement of another feature',
    [['feature: light', 'feature: size']],
    ['x-requirements: things-shine was of the feature light, is of size'],
  ],
  ['a requirement that is gone', [['id: things-stay', 'id: things-go']], ['x-requirements: things-stay is gone']],
  [
    'a requirement that is one no longer',
    [['level: MUST', 'level: SHOULD']],
    ['x-requirements: things-stay was MUST, is SHOULD'],
  ],
  [
    'a requirement that not everyone is held to any more',
    [['support: core', 'support: extended']],
    ['x-requirements: things-stay was core, is extended'],
  ],
  ['a problem that is gone', [['  lost: { status: 404, title: Lost }\n', '']], ['x-problems: lost is gone']],
  [
    'a response to what is no operation that is gone',
    [["  '405': {", "  '418': {"]],
    ['405', 'header allow of 405', 'application/problem+json of 405'].map((part) => `x-unrouted-answers: ${part} is gone`),
  ],
  [
    'a header of such a response that is gone',
    [['{ Allow: {', '{ Other: {']],
    ['x-unrouted-answers: header allow of 405 is gone'],
  ],
  [
    'a known field that an event changes from now on',
    [['changes: [state, receipt]', 'changes: [state, receipt, parts]']],
    [
      'x-lifecycle: finished in OPEN was {"to":"DONE","status":200,"changes":["receipt","state"]}, is {"to":"DONE","status":200,"changes":["parts","receipt","state"]}',
    ],
  ],
  ['another beginning', [['initial: OPEN', 'initial: DONE']], ['x-lifecycle: initial was OPEN, is DONE']],
  [
    'an event that does something else',
    [['to: same, problem: gone', 'to: OPEN, status: 200']],
    ['x-lifecycle: finished in DONE was {"to":"same","problem":"gone"}, is {"to":"OPEN","status":200}'],
  ],
  [
    'an event that may happen after all',
    [['impossible: Things are looked after.', 'to: DONE']],
    ['x-lifecycle: lost in OPEN was impossible, is {"to":"DONE"}'],
  ],
  ['an event that is gone', [['event: lost', 'x-event: lost']], ['x-lifecycle: lost in OPEN is gone']],
  [
    'a path that is gone',
    [['  /things:', '  /items:']],
    ['POST /things: the operation makeThing is gone', 'GET /things: the operation readThing is gone'],
  ],
  ['an operation that is gone', [['    get:', '    x-get:']], ['GET /things: the operation readThing is gone']],
  ['another operationId', [[': readThing', ': getThing']], ['readThing: operationId was readThing, is getThing']],
  ['a status that is gone', [["'404'", 'x-404']], ['response 404 of makeThing: is gone']],
  ['a new success', [["'404': {", "'202': { description: later }\n        '404': {"]], ['response 202 of makeThing: is new']],
  ['an optional field of a response that is gone', [['        receipt:', '        x-receipt:']], both('receipt is gone')],
  [
    'a required field of a response that is gone',
    [
      ['[id, state]', '[state]'],
      ['        id: {', '        id2: {'],
    ],
    both('id is gone'),
  ],
  ['a field of a response that is no longer required', [['[id, state]', '[state]']], both('id was required, is optional')],
  [
    'a field of a list in a response that is gone',
    [['[count], properties: { count:', '[], properties: { number:']],
    both('parts[].count is gone'),
  ],
  ['a closed set of a response with one more', [['[OPEN, DONE]', '[OPEN, DONE, LOST]']], both('state may be "LOST" too')],
  [
    'a set of a response that is opened',
    [['      enum: [OPEN, DONE]\n', '']],
    both('state more than "OPEN", "DONE" is allowed from now on'),
  ],
  [
    'null in a response',
    [['id: { type: string,', "id: { type: [string, 'null'],"]],
    both('id type was "string", is ["string","null"]'),
  ],
  [
    'another type in a response',
    [['count: { type: integer', 'count: { type: string']],
    both('parts[].count type was "integer", is "string"'),
  ],
  [
    'a wider type in a response',
    [['count: { type: integer', 'count: { type: number']],
    both('parts[].count type was "integer", is "number"'),
  ],
  ['a bound of a response that is gone', [[', maxLength: 255', '']], both('id maxLength was 255, is absent')],
  ['a wider bound of a response', [['maxLength: 255', 'maxLength: 300']], both('id maxLength was 255, is 300')],
  [
    'another media type of a response',
    [
      [
        "content: { application/json: { schema: { $ref: '#/components/schemas/Thing'",
        "content: { text/plain: { schema: { $ref: '#/components/schemas/Thing'",
      ],
    ],
    both('application/json is gone').flatMap((line) => [line, line.replace('application/json is gone', 'text/plain is new')]),
  ],
  [
    'a header of a response that is gone',
    [['X-Request-Id:', 'X-Id:']],
    ['makeThing', 'readThing'].map((name) => `headers of response 200 of ${name}: x-request-id is gone`),
  ],
  [
    'a header of a response that is no longer required',
    [['X-Request-Id: { required: true', 'X-Request-Id: { required: false']],
    ['makeThing', 'readThing'].map((name) => `headers of response 200 of ${name}: x-request-id was required, is optional`),
  ],
  ['a field of a request that is gone', [['        note:', '        memo:']], ['request body of makeThing: note is gone']],
  [
    'a new required field of a request',
    [['required: [amount]\n      properties:', 'required: [amount, size]\n      properties:\n        size: {}']],
    ['request body of makeThing: size is new and required'],
  ],
  [
    'a field of a request that becomes required',
    [['required: [amount]', 'required: [amount, note]']],
    ['request body of makeThing: note was optional, is required'],
  ],
  ['a smaller set of a request', [['[red, blue]', '[red]']], ['request body of makeThing: colour may no longer be "blue"']],
  [
    'a new set of a request',
    [['format: uri', 'enum: [x], format: uri']],
    ['request body of makeThing: note only "x" is allowed from now on'],
  ],
  [
    'a narrower bound of a request',
    [['maxLength: 10', 'maxLength: 5']],
    ['request body of makeThing: colour maxLength was 10, is 5'],
  ],
  [
    'a higher lower bound of a request',
    [['minimum: 1', 'minimum: 2']],
    ['request body of makeThing: amount minimum was 1, is 2'],
  ],
  [
    'a coarser step of a request',
    [['multipleOf: 0.01', 'multipleOf: 0.1']],
    ['request body of makeThing: amount multipleOf was 0.01, is 0.1'],
  ],
  [
    'a bound beside a $ref of a request',
    [['description: to make', 'description: to make, maximum: 50']],
    ['request body of makeThing: amount allOf has an entry more'],
  ],
  [
    'null that a request may no longer hold',
    [["[string, 'null'], format", 'string, format']],
    ['request body of makeThing: note type was ["string","null"], is "string"'],
  ],
  [
    'a new pattern of a request',
    [['maxLength: 10', 'maxLength: 10, pattern: ^r']],
    ['request body of makeThing: colour pattern was absent, is "^r"'],
  ],
  [
    'another format of a request',
    [['format: uri', 'format: email']],
    ['request body of makeThing: note format was "uri", is "email"'],
  ],
  [
    'another default of a request',
    [['default: red', 'default: blue']],
    ['request body of makeThing: colour default was "red", is "blue"'],
  ],
  [
    'an alternative of a request that is gone',
    [[', { type: string, pattern: ^b }', '']],
    ['request body of makeThing: tag anyOf has lost an entry'],
  ],
  [
    'an alternative of a request that is narrower',
    [['pattern: ^b', 'pattern: ^b, maxLength: 3']],
    ['request body of makeThing: tag maxLength was absent, is 3'],
  ],
  [
    'another media type of a request',
    [
      [
        "content: { application/json: { schema: { $ref: '#/components/schemas/MakeThing'",
        "content: { text/plain: { schema: { $ref: '#/components/schemas/MakeThing'",
      ],
    ],
    ['request body of makeThing: application/json is gone'],
  ],
  [
    'a new required header of a request',
    [['- { name: X-Trace', '- { name: X-New, in: header, required: true }\n        - { name: X-Trace']],
    ['parameters of makeThing: header x-new is new and required'],
  ],
  [
    'a header of a request that becomes required',
    [['header, required: false', 'header, required: true']],
    ['parameters of makeThing: header x-trace was optional, is required'],
  ],
  [
    'a header of a request that is gone',
    [['name: X-Trace', 'name: X-Span']],
    ['parameters of makeThing: header x-trace is gone'],
  ],
  [
    'more credentials',
    [['security: [{ bearer: [] }]', 'security: [{ bearer: [], key: [] }]']],
    ['readThing: credentials that were enough are not'],
  ],
  [
    'a callback that is gone',
    [['        changed:', '        x-changed:']],
    ['callback changed of makeThing: POST {$request.body#/url}: the operation receiveEvent is gone'],
  ],
  ['a field of a callback that is gone', [[', at: { type: string }', '']], ['request body of receiveEvent: at is gone']],
  [
    'a new field where a callback allowed no other',
    [[', at: {', ', by: {}, at: {']],
    ['request body of receiveEvent: by is new where no other field was allowed'],
  ],
  [
    'a header of a callback that is gone',
    [['name: event-id', 'name: event']],
    ['parameters of receiveEvent: header event-id is gone'],
  ],
  ['a response to a callback that is gone', [['2XX', '200']], ['response 2XX of receiveEvent: is gone']],
];

test.each(breaking)('%s breaks', (_, edits, changes) => {
  const noted = compare(edits).filter((line) => line.startsWith('✗'));
  expect(noted).toEqual(changes.map((change) => `✗ ${change}`));
});
