import { followReference } from '../reader/follow-reference.ts';
import { isNode, type Node, type Place } from '../reader/json.ts';
import { requestPropertiesOf } from '../reader/list-properties.ts';
import { requirementsOf } from '../reader/list-requirements.ts';
import type { Contract } from '../reader/read-contract.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';

/** A value that a text gives to a field that was left out: `false when absent`, `null when create was sent none`. */
const stated = /(?<![\w.-])`?([\w.-]+)`? when (?:it is |it was )?(?:absent|left out|(?:create |it )?was sent none)/i;

/** A description or a requirement that says what a field is when it is left out says the `default`, and without one null. */
export const defaultWords = defineRule(function* (contract, { readText }) {
  for (const { node, at } of walkDocument(contract.document)) {
    const fallback = defaultOf(contract, node);
    if (fallback === undefined) continue;
    const list = { owner: node, list: node['x-requirements'], features: [], at: [...at, 'x-requirements'] };
    const texts: [words: string, at: Place][] = [
      [readText(node.description) ?? '', [...at, 'description']],
      ...requirementsOf(list).map((one): [string, Place] => [one.text, [...one.at, 'text']]),
    ];
    for (const [words, place] of texts) {
      const [quoted = '', value = ''] = stated.exec(words) ?? [];
      if (value !== '' && value.toLowerCase() !== fallback.toLowerCase())
        yield { at: place, message: `It says "${quoted}", and the default is ${fallback}. Make them agree.` };
    }
  }
});

/** Returns what a property is when it was left out, as a text: of a request its default, of a response that of what it repeats. */
function defaultOf({ document, operations }: Contract, node: Node): string | undefined {
  if (node.default !== undefined) return wordOf(node.default);
  const echo = node['x-echoes'];
  const operation = isNode(echo) ? operations.find(({ id }) => id === echo.operation) : undefined;
  const source = operation && requestPropertiesOf(document, operation).find(({ name }) => name === echo.property);
  if (!source || source.required) return undefined;
  return wordOf(followReference(document, source.node, source.at).node?.default ?? null);
}

/** Returns the word for a value: an object or a list without anything in it is called empty. */
function wordOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.keys(value).length === 0 ? 'empty' : JSON.stringify(value);
}
