import { requestPropertiesOf } from '../reader/list-properties.ts';
import { defineRule } from './define-rule.ts';

/**
 * A callback is one that programs make, receive and check: the contract has one, a POST to the URL in a field of the body. Of
 * another they would know nothing, and go on as if it were not there.
 */
export const callbackParts = defineRule(function* ({ document, operations }) {
  const found = operations.flatMap((operation) => operation.callbacks.map((callback) => ({ operation, callback })));
  for (const [index, { operation, callback }] of found.entries()) {
    const { at, method, path } = callback;
    const name = callback.id || path;
    if (index > 0)
      yield {
        at,
        message: `${name} is a second callback, and server, receivers and suite know one. Make what it tells a transition of the invoice, whose event the first one sends; or leave it out, and let clients ask by an operation.`,
      };
    if (method !== 'POST') yield { at, message: `${name} is a ${method}. Events are sent by POST.` };
    const field = /^\{\$request\.body#\/([^}/]+)\}$/.exec(path)?.[1] ?? '';
    if (!requestPropertiesOf(document, operation).some((property) => property.name === field))
      yield {
        at,
        message: `${name} is sent to ${path}, where no program here looks. Name a field that ${operation.id} takes, as {$request.body#/callbackUrl} does.`,
      };
  }
});
