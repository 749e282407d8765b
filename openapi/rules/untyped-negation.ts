import { isNode } from '../reader/json.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';

/**
 * A `not` beside a type does not name the type again. The same values pass, but tools that make samples, Postman among them, take a
 * type inside `not` for one to stay away from, and put a number where a text belongs.
 */
export const untypedNegation = defineRule(function* ({ document }) {
  for (const { node, at } of walkDocument(document))
    if (isNode(node.not) && node.type !== undefined && node.not.type !== undefined)
      yield {
        at: [...at, 'not', 'type'],
        message: `The \`not\` of ${at.at(-1)} names a type, which makes other tools sample a value of another one. Take \`type\` out of it: the type beside it holds.`,
      };
});
