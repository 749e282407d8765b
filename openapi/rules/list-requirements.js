import { isObject, itemsOf } from './json.js';
import { walkDocument } from './walk-document.js';

/**
 * Every `x-requirements` of the document, wherever it stands, with the object that carries it.
 * @param {import('./define-rule.js').Contract} contract
 */
export function listRequirementLists(contract) {
  return [...walkDocument(contract)]
    .filter(({ node }) => 'x-requirements' in node)
    .map(({ node, at }) => ({ owner: node, list: node['x-requirements'], at: [...at, 'x-requirements'] }));
}

/**
 * Every requirement of the document, in the document's order. Entries that are no objects are left to requirement-form.
 * @param {import('./define-rule.js').Contract} contract
 */
export function listRequirements(contract) {
  return listRequirementLists(contract).flatMap(({ list, at }) =>
    itemsOf(list).flatMap((requirement, index) => (isObject(requirement) ? [{ requirement, at: [...at, index] }] : [])),
  );
}
