import { followReference, parseReference, toPointer, valueAt } from '../reader/follow-reference.ts';
import { isNode } from '../reader/json.ts';
import { defineRule } from './define-rule.ts';

/** Parts that the generators, the suite and the server look up by their names. */
const named = [
  ...['/components/schemas/InvoiceStatus/x-lifecycle', '/components/schemas/PaymentInvoice', '/components/schemas/InvoiceEvent'],
  ...['/components/schemas/Problem', '/components/schemas/ProblemCode', '/components/schemas/ProblemItemCode'],
  ...['/components/securitySchemes/bearerAuth', '/components/parameters/IdempotencyKey/schema'],
];

/** A part that programs look up by its name has that name: under another one they would take it for missing. */
export const namedParts = defineRule(function* ({ document }) {
  for (const pointer of named) {
    const keys = parseReference(`#${pointer}`) ?? [];
    const { node } = followReference(document, valueAt(document, keys), keys);
    if (isNode(node)) continue;
    // What is missing has no place: the nearest part that is there is told.
    const depth = keys.findIndex((_, index) => !isNode(valueAt(document, keys.slice(0, index + 1))));
    const there = keys.slice(0, depth);
    yield {
      at: there,
      message: `There is no ${toPointer(keys)}, which programs look up by that name. Keep the name; \`grep -rn ${keys[2]} packages openapi conformance\` finds them.`,
    };
  }
});
