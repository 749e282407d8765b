import { followReference } from './follow-reference.js';
import { entriesOf, isObject } from './json.js';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/**
 * @typedef {{ operation: Record<string, any>, at: import('./define-rule.js').Place }} Operation
 */

/**
 * The operations under `paths`: those that the service answers. Callbacks are not among them.
 * @param {import('./define-rule.js').Contract} contract
 * @returns {Operation[]}
 */
export function listOperations(contract) {
  return entriesOf(contract.paths).flatMap(([path, item]) => operationsOf(contract, item, ['paths', path]));
}

/**
 * The operations that the service calls: in an operation's `callbacks`.
 * @param {import('./define-rule.js').Contract} contract
 * @param {Operation} caller
 * @returns {Operation[]}
 */
export function listCallbacks(contract, { operation, at }) {
  return entriesOf(operation.callbacks).flatMap(([name, reference]) => {
    const callback = followReference(contract, reference, [...at, 'callbacks', name]);
    return entriesOf(callback.node).flatMap(([url, item]) => operationsOf(contract, item, [...callback.at, url]));
  });
}

/**
 * @param {import('./define-rule.js').Contract} contract
 * @param {unknown} item
 * @param {import('./define-rule.js').Place} at
 * @returns {Operation[]}
 */
function operationsOf(contract, item, at) {
  const path = followReference(contract, item, at);
  return entriesOf(path.node)
    .filter(([method, operation]) => methods.has(method) && isObject(operation))
    .map(([method, operation]) => ({ operation, at: [...path.at, method] }));
}
