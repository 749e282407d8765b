/** A small contract for tests, and functions that edit its text and list the changes that the comparison finds. */
import { compareContracts } from './compare-contracts.ts';

const contract = `
openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
servers: [{ url: https://things.example }]
security: [{ bearer: [] }]
x-body-limit: 1000
x-problems:
  gone: { status: 404, title: Gone }
  lost: { status: 404, title: Lost }
x-requirements:
  - { id: things-stay, level: MUST, support: core, text: A thing stays. }
  - { id: things-shine, level: SHOULD, support: extended, feature: light, text: A thing shines. }
paths:
  /things:
    post:
      operationId: makeThing
      security: [{ bearer: [things:write] }]
      x-most-at-once: { objects: 5, states: [OPEN], problem: gone }
      x-rate-limits: [{ name: make, per: account, requests: 60, seconds: 60 }]
      parameters:
        - { name: X-Trace, in: header, required: false, x-kept-seconds: 60, schema: { type: string } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/MakeThing' } } }
      callbacks:
        changed:
          '{$request.body#/url}':
            post:
              operationId: receiveEvent
              security: []
              x-delivery: { delays: [5, 300], timeout: 15 }
              parameters: [{ name: event-id, in: header, required: true, schema: { type: string } }]
              requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Event' } } } }
              responses: { 2XX: { description: received } }
      responses:
        '200': { $ref: '#/components/responses/Thing' }
        '404': { description: gone, content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } } }
    get:
      operationId: readThing
      responses:
        '200': { $ref: '#/components/responses/Thing' }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer, x-scopes: { things:write: Make things. } }
    key: { type: apiKey, in: header, name: X-Key }
  responses:
    Thing:
      description: the thing
      headers: { X-Request-Id: { required: true, schema: { type: string } } }
      content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
  schemas:
    Amount: { type: number, minimum: 1, maximum: 100, multipleOf: 0.01, description: how much }
    Tag: { anyOf: [{ type: string, pattern: ^a }, { type: string, pattern: ^b }] }
    State:
      type: string
      enum: [OPEN, DONE]
      x-lifecycle:
        initial: OPEN
        terminal: [DONE]
        transitions:
          - { event: finished, from: [OPEN], to: DONE, status: 200, changes: [state, receipt], requirement: things-end }
          - { event: finished, from: [DONE], to: same, problem: gone, requirement: things-end }
          - { event: lost, from: [OPEN], impossible: Things are looked after. }
    MakeThing:
      type: object
      additionalProperties: false
      x-requirements: [{ id: make-is-closed, level: MUST, support: core, text: Other fields are refused. }]
      required: [amount]
      properties:
        amount: { $ref: '#/components/schemas/Amount', description: to make }
        colour: { type: string, enum: [red, blue], maxLength: 10, default: red }
        link: { type: string, x-url: { schemes: [https], ports: [443, 8443], user: false, sandbox: { hosts: loopback, schemes: [http] } } }
        note: { type: [string, 'null'], format: uri, x-identifies: '#/components/schemas/Thing/properties/id' }
        tag: { $ref: '#/components/schemas/Tag' }
        area: { default: { high: 1, wide: 2 } }
    Thing:
      type: object
      required: [id, state]
      properties:
        id: { type: string, minLength: 1, maxLength: 255, x-lasting: true }
        state: { $ref: '#/components/schemas/State', description: where it stands }
        receipt: { type: [string, 'null'], x-echoes: { operation: makeThing, property: note } }
        parts: { type: array, x-relations: [{ is: set, when: { state: [DONE], id: [x] } }], items: { type: object, required: [count], properties: { count: { type: integer } } } }
    Problem:
      type: object
      required: [code]
      properties: { code: { type: string, x-open-enum: true, enum: [gone, lost] } }
    Event:
      type: object
      additionalProperties: false
      required: [kind]
      properties: { kind: { type: string }, at: { type: string } }
    Secret: { x-feature: secrets }
    Tree: { type: object, properties: { children: { type: array, items: { $ref: '#/components/schemas/Tree' } } } }
x-unrouted-answers:
  '405': { headers: { Allow: { required: true } }, content: { application/problem+json: {} } }
`;

type Edit = [from: string, to: string];
/** The rows of a test table, keyed by title: the changes that the comparison must find, and the edits that cause them. */
export type Rows = Record<string, [changes: string[], ...edits: Edit[]]>;

/** Returns a change as it is reported for two places: for the response of makeThing, and for that of readThing. */
export const both = (change: string) => ['makeThing', 'readThing'].map((name) => `response 200 of ${name}: ${change}`);

/** Edits the contract and lists the changes found: ✗ breaks a client, + does not, and ? is for a person to judge. */
export function compare(edits: Edit[]): string[] {
  let text = contract;
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`The contract of this test has no ${from}`);
    text = text.replace(from, () => to);
  }
  return compareContracts({ text: contract, name: 'before' }, { text, name: 'after' }).map(
    ({ breaking, unclear, where, property, what }) =>
      `${unclear ? '?' : breaking ? '✗' : '+'} ${where}: ${property === '' ? '' : `${property} `}${what}`,
  );
}
