/** Tests each kind of change that breaks a client. */
import { expect, test } from 'vitest';
import { both, compare, type Rows } from './edit-contract.ts';

const breaking: Rows = {
  'a name of an open set that has another instead': [
    ['response 404 of makeThing: code may no longer be "lost"'],
    ['[gone, lost]', '[gone, missing]'],
  ],
  'a server at another address': [
    ['servers: https://things.example is gone'],
    ['https://things.example', 'https://other.example'],
  ],
  'a closed set that is opened': [
    both('state may grow from now on'),
    ['enum: [OPEN, DONE]', 'enum: [OPEN, DONE]\n      x-open-enum: true'],
  ],
  'a problem of another status': [
    ['x-problems: lost was status 404, is status 410'],
    ['lost: { status: 404', 'lost: { status: 410'],
  ],
  'a field that needs another one': [
    ['request body of makeThing: colour needs link beside it'],
    ['required: [amount]\n', 'required: [amount]\n      dependentRequired: { colour: [link] }\n'],
  ],
  'a requirement of another feature': [
    ['x-requirements: things-shine was of the feature light, is of size'],
    ['feature: light', 'feature: size'],
  ],
  'a requirement that is gone': [['x-requirements: things-stay is gone'], ['id: things-stay', 'id: things-go']],
  'a requirement that is one no longer': [['x-requirements: things-stay was MUST, is SHOULD'], ['level: MUST', 'level: SHOULD']],
  'a requirement that not everyone is held to any more': [
    ['x-requirements: things-stay was core, is extended'],
    ['support: core', 'support: extended'],
  ],
  'a problem that is gone': [['x-problems: lost is gone'], ['  lost: { status: 404, title: Lost }\n', '']],
  'a response to what is no operation that is gone': [
    ['405', 'header allow of 405', 'application/problem+json of 405'].map((part) => `x-unrouted-answers: ${part} is gone`),
    ["  '405': {", "  '418': {"],
  ],
  'a header of such a response that is gone': [['x-unrouted-answers: header allow of 405 is gone'], ['{ Allow: {', '{ Other: {']],
  'a known field that an event changes from now on': [
    [
      'x-lifecycle: finished in OPEN was {"to":"DONE","status":200,"changes":["receipt","state"]}, is {"to":"DONE","status":200,"changes":["parts","receipt","state"]}',
    ],
    ['changes: [state, receipt]', 'changes: [state, receipt, parts]'],
  ],
  'another beginning': [['x-lifecycle: initial was OPEN, is DONE'], ['initial: OPEN', 'initial: DONE']],
  'an event that does something else': [
    ['x-lifecycle: finished in DONE was {"to":"same","problem":"gone"}, is {"to":"OPEN","status":200}'],
    ['to: same, problem: gone', 'to: OPEN, status: 200'],
  ],
  'an event that may happen after all': [
    ['x-lifecycle: lost in OPEN was impossible, is {"to":"DONE"}'],
    ['impossible: Things are looked after.', 'to: DONE'],
  ],
  'an event that is gone': [['x-lifecycle: lost in OPEN is gone'], ['event: lost', 'x-event: lost']],
  'a path that is gone': [
    ['POST /things: the operation makeThing is gone', 'GET /things: the operation readThing is gone'],
    ['  /things:', '  /items:'],
  ],
  'an operation that is gone': [['GET /things: the operation readThing is gone'], ['    get:', '    x-get:']],
  'another operationId': [['readThing: operationId was readThing, is getThing'], [': readThing', ': getThing']],
  'a status that is gone': [['response 404 of makeThing: is gone'], ["'404'", 'x-404']],
  'a new success': [['response 202 of makeThing: is new'], ["'404': {", "'202': { description: later }\n        '404': {"]],
  'an optional field of a response that is gone': [both('receipt is gone'), ['        receipt:', '        x-receipt:']],
  'a required field of a response that is gone': [
    both('id is gone'),
    ['[id, state]', '[state]'],
    ['        id: {', '        id2: {'],
  ],
  'a field of a response that is no longer required': [both('id was required, is optional'), ['[id, state]', '[state]']],
  'a field of a list in a response that is gone': [
    both('parts[].count is gone'),
    ['[count], properties: { count:', '[], properties: { number:'],
  ],
  'a closed set of a response with one more': [both('state may be "LOST" too'), ['[OPEN, DONE]', '[OPEN, DONE, LOST]']],
  'a set of a response that is opened': [
    both('state more than "OPEN", "DONE" is allowed from now on'),
    ['      enum: [OPEN, DONE]\n', ''],
  ],
  'null in a response': [
    both('id type was "string", is ["string","null"]'),
    ['id: { type: string,', "id: { type: [string, 'null'],"],
  ],
  'another type in a response': [
    both('parts[].count type was "integer", is "string"'),
    ['count: { type: integer', 'count: { type: string'],
  ],
  'a wider type in a response': [
    both('parts[].count type was "integer", is "number"'),
    ['count: { type: integer', 'count: { type: number'],
  ],
  'a bound of a response that is gone': [both('id maxLength was 255, is absent'), [', maxLength: 255', '']],
  'a wider bound of a response': [both('id maxLength was 255, is 300'), ['maxLength: 255', 'maxLength: 300']],
  'another media type of a response': [
    both('application/json is gone').flatMap((line) => [line, line.replace('application/json is gone', 'text/plain is new')]),
    [
      "content: { application/json: { schema: { $ref: '#/components/schemas/Thing'",
      "content: { text/plain: { schema: { $ref: '#/components/schemas/Thing'",
    ],
  ],
  'a header of a response that is gone': [
    ['makeThing', 'readThing'].map((name) => `headers of response 200 of ${name}: x-request-id is gone`),
    ['X-Request-Id:', 'X-Id:'],
  ],
  'a header of a response that is no longer required': [
    ['makeThing', 'readThing'].map((name) => `headers of response 200 of ${name}: x-request-id was required, is optional`),
    ['X-Request-Id: { required: true', 'X-Request-Id: { required: false'],
  ],
  'a field of a request that is gone': [['request body of makeThing: note is gone'], ['        note:', '        memo:']],
  'a new required field of a request': [
    ['request body of makeThing: size is new and required'],
    ['required: [amount]\n      properties:', 'required: [amount, size]\n      properties:\n        size: {}'],
  ],
  'a field of a request that becomes required': [
    ['request body of makeThing: note was optional, is required'],
    ['required: [amount]', 'required: [amount, note]'],
  ],
  'a smaller set of a request': [['request body of makeThing: colour may no longer be "blue"'], ['[red, blue]', '[red]']],
  'a new set of a request': [
    ['request body of makeThing: note only "x" is allowed from now on'],
    ['format: uri', 'enum: [x], format: uri'],
  ],
  'a narrower bound of a request': [
    ['request body of makeThing: colour maxLength was 10, is 5'],
    ['maxLength: 10', 'maxLength: 5'],
  ],
  'a higher lower bound of a request': [['request body of makeThing: amount minimum was 1, is 2'], ['minimum: 1', 'minimum: 2']],
  'a coarser step of a request': [
    ['request body of makeThing: amount multipleOf was 0.01, is 0.1'],
    ['multipleOf: 0.01', 'multipleOf: 0.1'],
  ],
  'a bound beside a $ref of a request': [
    ['request body of makeThing: amount allOf has an entry more'],
    ['description: to make', 'description: to make, maximum: 50'],
  ],
  'null that a request may no longer hold': [
    ['request body of makeThing: note type was ["string","null"], is "string"'],
    ["[string, 'null'], format", 'string, format'],
  ],
  'a new pattern of a request': [
    ['request body of makeThing: colour pattern was absent, is "^r"'],
    ['maxLength: 10', 'maxLength: 10, pattern: ^r'],
  ],
  'another format of a request': [
    ['request body of makeThing: note format was "uri", is "email"'],
    ['format: uri', 'format: email'],
  ],
  'another default of a request': [
    ['request body of makeThing: colour default was "red", is "blue"'],
    ['default: red', 'default: blue'],
  ],
  'an alternative of a request that is gone': [
    ['request body of makeThing: tag anyOf has lost an entry'],
    [', { type: string, pattern: ^b }', ''],
  ],
  'an alternative of a request that is narrower': [
    ['request body of makeThing: tag maxLength was absent, is 3'],
    ['pattern: ^b', 'pattern: ^b, maxLength: 3'],
  ],
  'another media type of a request': [
    ['request body of makeThing: application/json is gone'],
    [
      "content: { application/json: { schema: { $ref: '#/components/schemas/MakeThing'",
      "content: { text/plain: { schema: { $ref: '#/components/schemas/MakeThing'",
    ],
  ],
  'a new required header of a request': [
    ['parameters of makeThing: header x-new is new and required'],
    ['- { name: X-Trace', '- { name: X-New, in: header, required: true }\n        - { name: X-Trace'],
  ],
  'a header of a request that becomes required': [
    ['parameters of makeThing: header x-trace was optional, is required'],
    ['header, required: false', 'header, required: true'],
  ],
  'a header of a request that is gone': [['parameters of makeThing: header x-trace is gone'], ['name: X-Trace', 'name: X-Span']],
  'more credentials': [
    ['readThing: credentials that were enough are not'],
    ['security: [{ bearer: [] }]', 'security: [{ bearer: [], key: [] }]'],
  ],
  'a callback that is gone': [
    ['callback changed of makeThing: POST {$request.body#/url}: the operation receiveEvent is gone'],
    ['        changed:', '        x-changed:'],
  ],
  'a field of a callback that is gone': [['request body of receiveEvent: at is gone'], [', at: { type: string }', '']],
  'a new field where a callback allowed no other': [
    ['request body of receiveEvent: by is new where no other field was allowed'],
    [', at: {', ', by: {}, at: {'],
  ],
  'a header of a callback that is gone': [
    ['parameters of receiveEvent: header event-id is gone'],
    ['name: event-id', 'name: event'],
  ],
  'a response to a callback that is gone': [['response 2XX of receiveEvent: is gone'], ['2XX', '200']],
  'a scope that was not needed': [['makeThing: needs the scope things:own'], ['[things:write]', '[things:write, things:own]']],
  'a scope for an operation that had none': [
    ['readThing: needs the scope things:read'],
    ['operationId: readThing', 'operationId: readThing\n      security: [{ bearer: [things:read] }]'],
  ],
  'a lower rate': [
    ['x-rate-limits: make was 60 in 60 seconds per account, is 50 in 60 seconds per account'],
    ['requests: 60, seconds: 60', 'requests: 50, seconds: 60'],
  ],
  'the same rate in smaller portions': [
    ['x-rate-limits: make was 60 in 60 seconds per account, is 1 in 1 seconds per account'],
    ['requests: 60, seconds: 60', 'requests: 1, seconds: 1'],
  ],
  'a new limit of an old operation': [
    ['x-rate-limits: read is new: 9 in 1 seconds per account'],
    [
      'operationId: readThing',
      'operationId: readThing\n      x-rate-limits: [{ name: read, per: account, requests: 9, seconds: 1 }]',
    ],
  ],
  'a number of objects that an account may have at once': [
    ['readThing: x-most-at-once is new: 9 objects'],
    ['operationId: readThing', 'operationId: readThing\n      x-most-at-once: { objects: 9, states: [OPEN], problem: many }'],
  ],
  'fewer objects that an account may have at once': [
    [
      'makeThing: x-most-at-once was {"objects":5,"states":["OPEN"],"problem":"gone"}, is {"objects":4,"states":["OPEN"],"problem":"gone"}',
    ],
    ['objects: 5', 'objects: 4'],
  ],
  'an address that may not be at a port any more': [
    ['request body of makeThing: link x-url.ports was [443,8443], is [443]'],
    ['ports: [443, 8443]', 'ports: [443]'],
  ],
  'an address that may have no fragment any more': [
    ['request body of makeThing: link x-url.fragment was absent, is false'],
    ['user: false,', 'user: false, fragment: false,'],
  ],
  'a sandbox like any other': [
    ['request body of makeThing: link x-url.sandbox is gone'],
    [', sandbox: { hosts: loopback, schemes: [http] }', ''],
  ],
  'a relation of what is sent': [
    ['request body of makeThing: note x-relations: equal link is new'],
    [
      "note: { type: [string, 'null'],",
      "note: { type: [string, 'null'], x-relations: [{ is: equal, field: link, requirement: thing-made }],",
    ],
  ],
  'a product that is rounded': [
    ['request body of makeThing: note x-relations: equal link times 2 rounded up 0 is new'],
    [
      "note: { type: [string, 'null'],",
      "note: { type: [string, 'null'], x-relations: [{ is: equal, field: link, times: 2, rounded: up, decimals: 0, requirement: thing-made }],",
    ],
  ],
  'a rule for addresses': [
    ['request body of makeThing: note x-url is new'],
    ["note: { type: [string, 'null'],", "note: { type: [string, 'null'], x-url: { schemes: [https] },"],
  ],
  'a value that may change': [both('id x-lasting is gone: it may change'), [', x-lasting: true', '']],
  'a value that may be null at first': [
    both('id x-lasting was true, is once-set: it may be null at first'),
    ['x-lasting: true', 'x-lasting: once-set'],
  ],
  'a field that may go': [
    both('parts is experimental now: it may go without notice'),
    ['parts: {', 'parts: { x-experimental: true,'],
  ],
  'fewer attempts': [['receiveEvent: x-delivery.delays were 2, are 1'], ['delays: [5, 300]', 'delays: [5]']],
  'a lower limit of bytes': [['the contract: x-body-limit was 1000, is 900'], ['x-body-limit: 1000', 'x-body-limit: 900']],
  'a header that counts for a shorter time': [
    ['parameters of makeThing: header x-trace x-kept-seconds was 60, is 30'],
    ['x-kept-seconds: 60', 'x-kept-seconds: 30'],
  ],
  'an echo that is gone': [
    both('receipt x-echoes of note is gone'),
    [', x-echoes: { operation: makeThing, property: note }', ''],
  ],
  'an echo that is looser': [
    both('receipt x-echoes of note ignores more'),
    ['property: note }', 'property: note, ignoring: [case] }'],
  ],
  'an identifier that is gone': [
    ['request body of makeThing: note x-identifies is another, or gone: unknown and foreign ids may be accepted'],
    [", x-identifies: '#/components/schemas/Thing/properties/id'", ''],
  ],
  'an operation that not everybody has any more': [
    ['readThing: was for everybody, belongs to the feature reading'],
    ['operationId: readThing', 'operationId: readThing\n      x-feature: reading'],
  ],
  'a field that not everybody has any more': [
    both('receipt was for everybody, belongs to the feature receipts'),
    ["receipt: { type: [string, 'null']", "receipt: { x-feature: receipts, type: [string, 'null']"],
  ],
  'a state that not everybody has any more': [
    ['x-lifecycle: DONE was for everybody, belongs to the feature ending'],
    ['initial: OPEN\n', 'initial: OPEN\n        states: { DONE: { x-feature: ending } }\n'],
  ],
};

test.each(Object.entries(breaking))('%s breaks', (_, [changes, ...edits]) => {
  expect(compare(edits).filter((line) => line.startsWith('✗'))).toEqual(changes.map((change) => `✗ ${change}`));
});
