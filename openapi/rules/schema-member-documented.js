import { defineRule } from './define-rule.js';
import { listTargets } from './follow-reference.js';
import { entriesOf, isText } from './json.js';
import { listSubschemas } from './list-subschemas.js';

/** Every member of every object schema says what it means and shows a value, itself or in the schema it refers to. */
export const schemaMemberDocumented = defineRule(function* (contract) {
  for (const [name, schema] of entriesOf(contract.components?.schemas))
    yield* checkMembers(contract, schema, ['components', 'schemas', name], name);
});

/**
 * @param {import('./define-rule.js').Contract} contract
 * @param {unknown} schema
 * @param {import('./define-rule.js').Place} at
 * @param {string} name how a reader calls the schema
 * @returns {Generator<import('./define-rule.js').Finding>}
 */
function* checkMembers(contract, schema, at, name) {
  for (const { schema: nested, at: place, member } of listSubschemas(schema, at)) {
    const called = member === undefined ? name : `${name}.${member}`;
    if (member !== undefined) {
      const forms = listTargets(contract, nested, place).map(({ node }) => node);
      if (!forms.some((form) => isText(form?.description)))
        yield { at: place, message: `${called} has no description. Say what it means, here or in the schema it refers to.` };
      if (!forms.some((form) => form?.example !== undefined || form?.examples?.length > 0))
        yield { at: place, message: `${called} has no example. Add \`examples: [..]\`, here or in the schema it refers to.` };
    }
    yield* checkMembers(contract, nested, place, called);
  }
}
