import { followReference } from '../reader/follow-reference.ts';
import { itemsOf } from '../reader/json.ts';
import { requestPropertiesOf } from '../reader/list-properties.ts';
import { defineRule } from './define-rule.ts';

/** The `type` of what a callback carries names every callback of the lifecycle's transitions, and nothing else. */
export const eventTypes = defineRule(function* ({ document, operations, lifecycles }) {
  const told = new Map(
    lifecycles.flatMap(({ transitions }) =>
      transitions.flatMap(({ callback, at }) => (callback === undefined ? [] : [[callback, [...at, 'callback']] as const])),
    ),
  );
  // Of another one callback-parts says that there is none.
  for (const callback of operations.flatMap(({ callbacks }) => callbacks).slice(0, 1)) {
    const property = requestPropertiesOf(document, callback).find(({ name }) => name === 'type');
    if (!property) continue;
    const { node: schema, at } = followReference(document, property.node, property.at);
    const known = itemsOf(schema?.enum);
    for (const [type] of told)
      if (!known.includes(type))
        yield {
          at: 'enum' in schema ? [...at, 'enum'] : at,
          message: `Transitions send '${type}', which the type of an event does not name. Add it to \`enum\`.`,
        };
    for (const [index, type] of known.entries())
      if (!told.has(type))
        yield {
          at: [...at, 'enum', index],
          message: `No transition sends '${type}'. Take it out, or name it as a \`callback\` of one: events tell changes of the invoice, and nothing else.`,
        };
  }
});
