import { toPointer } from '../reader/follow-reference.ts';
import type { Place } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';
import { facts, type Kind } from './fact-table.ts';

/**
 * Every fact of ours has a known name, stands where a program looks for it, and has the form that programs read.
 * A misspelt one would be a fact that nobody is held to.
 */
export const factForm = defineRule(function* (contract) {
  const operations = placesOf(contract);
  for (const { node, at } of walkDocument(contract.document)) {
    for (const name of Object.keys(node).filter((key) => key.startsWith('x-'))) {
      const place = [...at, name];
      const fact = facts[name];
      if (!fact) {
        yield { at: place, message: `${name} is no fact that programs know. Known are ${Object.keys(facts).join(', ')}.` };
        continue;
      }
      const kind = kindOf(at, operations);
      if (!kind || !fact.on.includes(kind))
        yield {
          at: place,
          message: `${name} stands on ${kind ?? 'a part'} where nobody looks for it. Put it on: ${fact.on.join(', ')}.`,
        };
      else yield* fact.shape(node[name], place, name);
    }
  }
});

function placesOf({ operations }: Contract): Map<string, Kind> {
  return new Map(
    operations.flatMap(({ at, callbacks }): [string, Kind][] => [
      [toPointer(at), 'operation'],
      ...callbacks.map((callback): [string, Kind] => [toPointer(callback.at), 'callback']),
    ]),
  );
}

/** Names the part of the document that a place is; undefined for one that carries no facts. */
function kindOf(at: Place, operations: Map<string, Kind>): Kind | undefined {
  const parent = at.at(-2);
  if (at.length === 0) return 'document';
  if (at.includes('x-lifecycle')) return 'lifecycle';
  if (at.includes('schema') || (at[0] === 'components' && at[1] === 'schemas'))
    return parent === 'properties' ? 'property' : 'schema';
  if (parent === 'parameters') return 'parameter';
  if (parent === 'headers') return 'header';
  if (parent === 'responses' || parent === 'x-unrouted-answers') return 'response';
  if (parent === 'securitySchemes') return 'security scheme';
  return operations.get(toPointer(at));
}
