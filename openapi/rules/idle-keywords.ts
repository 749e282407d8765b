import { formatNames } from 'ajv-formats/dist/formats.js';
import { isText, itemsOf, type Node } from '../reader/json.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';

/** Keywords that apply only to values of one type. */
const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  object: [
    'properties',
    'patternProperties',
    'additionalProperties',
    'required',
    'minProperties',
    'maxProperties',
    'propertyNames',
  ],
};

const types = ['null', 'boolean', 'integer', ...Object.keys(keywordsOf)];

/** Pairs of lower and upper bounds. */
const bounds = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/**
 * Checks for schema keywords that are valid but have no effect, such as a format that no validator knows, or that allow no value
 * at all. Types, stubs and the suite would follow them without a warning.
 */
export const idleKeywords = defineRule(function* ({ document }) {
  for (const { node, at } of walkDocument(document)) {
    const own = itemsOf(Array.isArray(node.type) ? node.type : [node.type]).filter((type) => types.includes(type));
    if (own.length === 0) continue;
    if (isText(node.format) && !formatNames.includes(node.format as never))
      yield {
        at: [...at, 'format'],
        message: `Nothing checks the format ${node.format}. Write a \`pattern\`, or a format that validators know: ${formatNames.join(', ')}.`,
      };
    for (const keyword of listStrays(node, own))
      yield {
        at: [...at, keyword],
        message: `\`${keyword}\` checks nothing where the type is ${own.join(' or ')}. Take it out, or correct the type.`,
      };
    if (node.multipleOf <= 0)
      yield { at: [...at, 'multipleOf'], message: `No value is a multiple of ${node.multipleOf}. Write a step above 0.` };
    for (const [lower, upper] of bounds)
      if (node[lower] > node[upper])
        yield {
          at: [...at, lower],
          message: `\`${lower}\` ${node[lower]} is above \`${upper}\` ${node[upper]}: nothing passes. Correct one of them.`,
        };
  }
});

function listStrays(node: Node, own: readonly string[]): string[] {
  const checked = own.map((type) => (type === 'integer' ? 'number' : type));
  return Object.entries(keywordsOf)
    .filter(([type]) => !checked.includes(type))
    .flatMap(([, keywords]) => keywords.filter((keyword) => node[keyword] !== undefined));
}
