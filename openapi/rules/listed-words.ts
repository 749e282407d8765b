import { findStaleWords } from '../reader/find-stale-words.ts';
import { listTargets } from '../reader/follow-reference.ts';
import { isText, itemsOf } from '../reader/json.ts';
import { requirementsOf } from '../reader/list-requirements.ts';
import type { Contract } from '../reader/read-contract.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule, type Finding } from './define-rule.ts';

/** A text that speaks of all methods, paths, scopes or ports, or of the values of an enum, speaks of those that the contract has. */
export const listedWords = defineRule(function* (contract, { readText }) {
  for (const { node, at } of walkDocument(contract.document))
    for (const key of ['description', 'summary', 'text', 'cause', 'cure'])
      for (const what of findStaleWords(contract, readText(node[key]) ?? ''))
        yield { at: [...at, key], message: `${what} Make them agree.` };
  yield* checkValues(contract);
});

/** Compares `is one of A, B` with the enum beside it; a value of a feature is not every deployment's, so it may be left out. */
function* checkValues({ document, lifecycles, requirementLists }: Contract): Generator<Finding> {
  const ofFeatures = new Set(lifecycles.flatMap(({ stateFeatures }) => [...stateFeatures.keys()]));
  for (const list of requirementLists) {
    const values = listTargets(document, list.owner, list.at).flatMap(({ node }) => itemsOf(node?.enum).filter(isText));
    for (const { id, text, at } of requirementsOf(list)) {
      const [, said = ''] = /\bone of ([^.;:]+)/.exec(text) ?? [];
      const listed: string[] = said.match(/[\w.-]+/g) ?? [];
      if (values.filter((value) => listed.includes(value)).length < 2) continue;
      const missing = values.filter((value) => !listed.includes(value) && !ofFeatures.has(value));
      if (missing.length > 0)
        yield { at: [...at, 'text'], message: `'${id}' lists values without ${missing.join(', ')}. Make it and the enum agree.` };
    }
  }
}
