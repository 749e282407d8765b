import {
  any,
  count,
  either,
  flag,
  fraction,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  ordered,
  positive,
  type Shape,
  set,
  text,
} from './fact-shapes.ts';

/** A part of the document that a fact may stand on. */
export type Kind = 'document' | 'operation' | 'callback' | 'parameter' | 'header' | 'response' | 'security scheme' | Part;

/** A schema, a property of one, or a state, event or transition of the lifecycle. */
type Part = 'schema' | 'property' | 'lifecycle';

const address = {
  schemes: listOf(oneOf('http', 'https')),
  ports: { optional: either(oneOf('any'), listOf(count)) },
  user: { optional: flag },
  fragment: { optional: flag },
  hosts: { optional: oneOf('public', 'loopback') },
};

/** Ways to compare a value with what was sent that are looser than equality. */
const ignoring = listOf(oneOf('leading-dollar', 'case'));

/** Every extension that the contract may use, with the parts it may stand on and its shape. */
export const facts: Record<string, { on: Kind[]; shape: Shape }> = {
  'x-requirements': {
    on: ['document', 'operation', 'callback', 'parameter', 'header', 'response', 'security scheme', 'schema', 'property'],
    shape: any,
  },
  'x-features': { on: ['document'], shape: any },
  'x-sources': { on: ['document'], shape: any },
  'x-problems': { on: ['document'], shape: any },
  'x-unrouted-answers': { on: ['document'], shape: any },
  'x-body-limit': { on: ['document'], shape: count },
  'x-lifecycle': { on: ['schema'], shape: any },
  'x-feature': {
    on: ['operation', 'callback', 'parameter', 'header', 'response', 'schema', 'property', 'lifecycle'],
    shape: any,
  },
  'x-experimental': { on: ['operation', 'parameter', 'header', 'property'], shape: set },
  'x-open-enum': { on: ['schema', 'property'], shape: set },
  'x-scopes': { on: ['security scheme'], shape: mapOf(text) },
  'x-rate-limits': {
    on: ['operation', 'security scheme'],
    shape: listOf(
      objectOf({
        name: text,
        per: oneOf('account', 'invoice', 'address'),
        requests: { optional: count },
        failures: { optional: count },
        seconds: positive,
        requirement: text,
      }),
    ),
  },
  'x-kept-seconds': { on: ['parameter'], shape: positive },
  'x-echoes': { on: ['property'], shape: objectOf({ operation: text, property: text, ignoring: { optional: ignoring } }) },
  'x-lasting': { on: ['property'], shape: set },
  'x-identifies': { on: ['property', 'parameter'], shape: text },
  'x-url': { on: ['property'], shape: objectOf({ ...address, sandbox: { optional: objectOf(address) } }) },
  'x-lifetime': { on: ['property'], shape: ordered('default', 'longest', objectOf({ default: positive, longest: positive })) },
  'x-paid-before-creation': { on: ['schema'], shape: positive },
  'x-delivery': {
    on: ['callback'],
    shape: objectOf({
      delays: listOf(positive),
      jitter: fraction,
      timeout: positive,
      longestRetryAfter: positive,
      secretOverlap: positive,
    }),
  },
};
