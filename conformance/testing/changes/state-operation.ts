import type { ChangeContract } from './change-contract.ts';

type Document = Parameters<ChangeContract>[0];

/** Returns a MUST requirement with an id, a text and further fields. */
export const must = (id: string, text: string, more: object = {}): object => ({
  ...{ id, level: 'MUST', source: 'D-22', text },
  ...more,
});

/** The properties in which added operations differ. */
interface Stated {
  operationId: string;
  /** The prefix of the operation's requirement ids. */
  named: string;
  scope: string;
  parameters?: object[];
  /** The name of the request body's schema, and an example body. */
  takes?: [schema: string, example: object];
  /** The name of the response body's schema; absent if the response has no body. */
  shows?: string;
  status?: string;
  refusals: object;
  requirements?: object[];
}

/** Returns an operation, including the requirements that every operation has. */
export function stateOperation(feature: string, stated: Stated): Document {
  const { operationId, named, scope, parameters = [], takes, shows, status = '200', refusals, requirements = [] } = stated;
  const about = (topic: string, text: string): object => must(`${named}-${topic}`, text, { about: topic });
  const json = (schema: string, more = {}): object => ({
    'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, ...more },
  });
  return {
    ...{ operationId, summary: operationId, description: `${operationId}.`, tags: ['Payments'], 'x-feature': feature },
    security: [{ bearerAuth: [scope] }],
    'x-rate-limits': [{ name: named, per: 'account', requests: 60, seconds: 60, requirement: `${named}-rate` }],
    'x-requirements': [
      about('success', 'A valid request succeeds.'),
      about('success-status', `A success has the status ${status}.`),
      about('authentication', 'A request without a token is refused.'),
      about('scope', `A token needs the scope \`${scope}\`.`),
      about('method', 'No other method does this.'),
      must(`${named}-rate`, 'An account does this 60 times a minute.', { level: 'SHOULD', feature: 'rate-limits' }),
      ...(shows ? [about('media-type', 'The response is JSON.')] : []),
      ...(takes
        ? [
            about('wrong-types', 'A body of other types is refused.'),
            about('malformed-body', 'A body that is not JSON is refused.'),
            about('validation', 'A body that breaks the schema is refused with 422.'),
          ]
        : []),
      ...requirements,
    ],
    parameters,
    ...(takes && { requestBody: { required: true, content: json(takes[0], { examples: { one: { value: takes[1] } } }) } }),
    responses: { [status]: { description: 'A success.', ...(shows && { content: json(shows) }) }, ...refusals },
  };
}

/** The path parameter with the id of an invoice. */
export const invoiceInPath: object = {
  ...{ name: 'invoiceId', in: 'path', required: true, description: 'The invoice.' },
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['inv_01kaj8z0m3v7q2w9x5t4r6y8hc'] },
  'x-identifies': '#/components/schemas/PaymentInvoice/properties/id',
};

/** The statuses of refusals that only a request with a body can get. */
export const ofBodies = ['400', '413', '415'];

/** Returns the refusals of fetch, except those with these statuses. */
export const refusalsOf = ({ paths }: Document, without: readonly string[] = []): object =>
  Object.fromEntries(
    Object.entries(paths['/api/v1/payments/fetch'].post.responses).filter(([code]) => code !== '200' && !without.includes(code)),
  );

/** Returns a response with an example of each of these problems. */
export const refusal = (description: string, codes: readonly string[]): object => ({
  description,
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});

/** Adds a problem, with an example. */
export function addProblem(
  { components: { schemas, examples }, ...document }: Document,
  code: string,
  about: { status: number; title: string },
  cause: string,
  cure: string,
): void {
  document['x-problems'][code] = { ...about, cause, cure };
  schemas.ProblemCode.enum.push(code);
  examples[code] = { summary: about.title, value: { ...examples.invoice_expired.value, ...about, code } };
}

/** Returns the schema of a request body that accepts only these fields. By default, all of them are required. */
export const closedBody = (named: string, description: string, properties: object, more: object = {}): object => ({
  ...{ type: 'object', description, additionalProperties: false, required: Object.keys(properties), ...more },
  'x-requirements': [must(`${named}-unknown`, 'A field that is not known is refused.', { keywords: ['additionalProperties'] })],
  properties,
});

/** The final states, each with the code of the problem for a request that is allowed only while an invoice is open. */
export const finals = { PAID: 'invoice_already_paid', FAILED: 'invoice_failed', EXPIRED: 'invoice_expired' };

/** An event that an operation causes, and the effect of the event on an open invoice. */
interface Possible {
  event: string;
  operation: string;
  /** A participle for the texts, such as `updated`. */
  done: string;
  /** Fields of the transition from an open state. By default, the state stays the same. */
  effect: object;
  until?: object;
}

/** Adds an event that is possible only while an invoice is open. */
export function addEvent({ components: { schemas } }: Document, feature: string, possible: Possible): void {
  const { event, operation, done, effect, ...more } = possible;
  const { 'x-lifecycle': lifecycle, 'x-requirements': requirements } = schemas.InvoiceStatus;
  const about = { event, to: 'same', requirement: `lifecycle-${event}` };
  requirements.push(must(about.requirement, `Only an open invoice is ${done}.`, { feature }));
  lifecycle.events[event] = { cause: 'operation', operation, description: `It is ${done}.`, 'x-feature': feature, ...more };
  lifecycle.transitions.push(
    { ...about, from: ['PENDING', 'UNDER_PAID'], status: 200, ...effect },
    ...Object.entries(finals).map(([state, problem]) => ({ ...about, from: [state], problem })),
  );
}
