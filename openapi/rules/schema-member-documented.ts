import { listTargets } from '../reader/follow-reference.ts';
import { isText, type Node, type Place } from '../reader/json.ts';
import { listSubschemas } from '../reader/list-subschemas.ts';
import { defineRule, type Finding } from './define-rule.ts';

/** Every property of every object schema says what it means and shows a value, itself or in the schema it refers to. */
export const schemaMemberDocumented = defineRule(function* ({ document, schemas }) {
  for (const [name, schema] of schemas) yield* checkProperties(document, schema, ['components', 'schemas', name], name);
});

function* checkProperties(document: Node, schema: unknown, at: Place, name: string): Generator<Finding> {
  for (const { node: nested, at: place, property } of listSubschemas(schema, at)) {
    const called = property === undefined ? name : `${name}.${property}`;
    if (property !== undefined) {
      const forms = listTargets(document, nested, place).map(({ node }) => node);
      if (!forms.some((form) => isText(form?.description)))
        yield { at: place, message: `${called} has no description. Say what it means, here or in the schema it refers to.` };
      if (!forms.some((form) => form?.example !== undefined || form?.examples?.length > 0))
        yield { at: place, message: `${called} has no example. Add \`examples: [..]\`, here or in the schema it refers to.` };
    }
    yield* checkProperties(document, nested, place, called);
  }
}
