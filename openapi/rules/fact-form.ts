import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { entriesOf, type Node } from '../reader/json.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule, type Finding } from './define-rule.ts';
import { explainMistakes } from './explain-mistake.ts';

/** The schema of the document with its facts, which is published beside it. */
export const factSchema = JSON.parse(readFileSync(new URL('../facts.schema.json', import.meta.url), 'utf8'));

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  allowMatchingProperties: true,
  strictTypes: false,
  strictRequired: false,
});
const isRight = ajv.compile(factSchema);

/**
 * Every fact of ours has a known name, stands where a program looks for it, and has the form that programs read, as facts.schema.json
 * says. A misspelt one would be a fact that nobody is held to.
 */
export const factForm = defineRule(({ document }) => findMistakes(document));

/** Finds what is wrong with the facts of a document. */
export function* findMistakes(document: Node): Generator<Finding> {
  if (!isRight(document)) yield* explainMistakes(isRight.errors ?? [], factSchema);
  // No keyword of JSON Schema compares two numbers.
  for (const { node, at } of walkDocument(document)) {
    const { default: usual, longest } = Object.fromEntries(entriesOf(node['x-lifetime']));
    if (usual > longest)
      yield {
        at: [...at, 'x-lifetime', 'default'],
        message: `x-lifetime.default is more than the longest. Make it ${longest} or less.`,
      };
  }
}
