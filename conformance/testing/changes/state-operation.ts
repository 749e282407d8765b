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
export function stateOperation(feature: string, stated: Stated): object {
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
