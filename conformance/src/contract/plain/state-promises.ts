import type { Requirement } from '../contract.ts';

/** All keywords by which a schema can forbid values. */
export const everyKeyword = (
  'type format enum const required properties additionalProperties unevaluatedProperties minLength maxLength minimum maximum exclusiveMinimum ' +
  'exclusiveMaximum multipleOf pattern minItems maxItems uniqueItems minProperties maxProperties propertyNames dependentRequired oneOf ' +
  'anyOf allOf not contains minContains maxContains prefixItems items unevaluatedItems patternProperties dependentSchemas if then else'
).split(' ');

/** The requirements that a plain document implies for one operation. */
export interface Promises {
  request: Requirement;
  authentication: Requirement;
  /** Requirements that are each about one aspect of the operation. Cases are derived from them. */
  about: Requirement[];
}

/** Id of the requirement that applies to every operation. */
export const noServerError = 'bad-input-is-no-server-error';

/** Adds the requirements that an operation's documentation implies, each with a pointer into the document. */
export function statePromises(requirements: Map<string, Requirement>, slug: string, pointer: string): Promises {
  const state = (aspect: string, text: string, at: string, level: Requirement['level'] = 'MUST'): Requirement => {
    const requirement: Requirement = { id: `${slug}.${aspect}`, level, support: 'core', text, source: 'OpenAPI', pointer: at };
    requirements.set(requirement.id, requirement);
    return requirement;
  };
  if (!requirements.has(noServerError))
    requirements.set(noServerError, {
      ...{ id: noServerError, level: 'MUST', support: 'core', source: 'OpenAPI', pointer: '/paths' },
      text: 'No request makes the server fail: a status of 500 or above is no response to it.',
    });
  const request = state('request', 'The operation takes a request that is as documented, and refuses one that is not.', pointer);
  request.keywords = everyKeyword;
  state('status', 'The response has a status that the operation documents.', `${pointer}/responses`);
  state('media-type', 'The response has a media type that is documented for its status.', `${pointer}/responses`);
  state('body', 'The body of the response is as its schema says.', `${pointer}/responses`);
  state('header', 'The headers of the response are there, and as documented.', `${pointer}/responses`);
  state('write-only', 'No response shows a field that is writeOnly.', `${pointer}/responses`, 'SHOULD');
  state('default', 'A field that is left out acts as its default.', pointer, 'SHOULD');
  state('read-again', 'What was made can be read again, and what was deleted cannot.', pointer);
  state('unknown', 'What was never made is not found.', pointer);
  const path = pointer.slice(0, pointer.lastIndexOf('/'));
  state('method', 'A method that the path does not document has no success.', path, 'SHOULD');
  state('precondition', 'What If-Match, If-None-Match or Range asks for is respected, as it is documented.', pointer);
  state('idempotency', 'A call that is repeated with its Idempotency-Key makes nothing a second time.', pointer, 'SHOULD');
  state('list', 'A list has the items, the pages and the order that its parameters ask for.', pointer, 'SHOULD');
  state('merge', 'A PATCH changes the fields that it has, and no others.', pointer, 'SHOULD');
  state('state', 'The operation is refused in the states that the document states.', pointer);
  state('echo', 'What was sent comes back as it was sent, where the document states it.', pointer);
  const authentication = state(
    'authentication',
    'Without valid credentials of its security, the operation has no success.',
    pointer,
  );
  const about = ['success', 'wrong-types', 'validation', 'malformed-body'].map((aspect) => ({ ...request, about: aspect }));
  return { request, authentication, about: [...about, { ...authentication, about: 'authentication' }] };
}
