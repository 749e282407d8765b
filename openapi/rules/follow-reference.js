import { isObject } from './json.js';

/**
 * @typedef {{ node: any, at: import('./define-rule.js').Place }} Target
 */

/**
 * A value and, when it is a reference, what it refers to, one reference after the other: words may stand beside any.
 * The last is `undefined` when nothing is there. Other files are not read: the contract is one document.
 * @param {import('./define-rule.js').Contract} contract
 * @param {any} node
 * @param {import('./define-rule.js').Place} at
 * @returns {[Target, ...Target[]]}
 */
export function listTargets(contract, node, at) {
  const seen = new Set();
  /** @type {[Target, ...Target[]]} */
  const targets = [{ node, at }];
  for (let next = node; isObject(next) && typeof next.$ref === 'string'; ) {
    const { $ref } = next;
    const keys = $ref.slice(2).split('/').map(decodeKey);
    const broken = !$ref.startsWith('#/') || seen.has($ref);
    next = broken ? undefined : keys.reduce((/** @type {any} */ value, key) => value?.[key], contract);
    seen.add($ref);
    targets.push({ node: next, at: next === undefined ? at : keys });
  }
  return targets;
}

/**
 * What a value refers to in the end, and where that stands; the value itself when it is no reference.
 * @param {import('./define-rule.js').Contract} contract
 * @param {any} node
 * @param {import('./define-rule.js').Place} at
 * @returns {Target}
 */
export function followReference(contract, node, at) {
  const targets = listTargets(contract, node, at);
  return targets.at(-1) ?? targets[0];
}

/** @param {string} key */
function decodeKey(key) {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}
