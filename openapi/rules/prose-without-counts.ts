import { findCount } from '../reader/find-count.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';

/** No prose counts what the contract lists: the count would be wrong after the next addition, and no program would notice. */
export const proseWithoutCounts = defineRule(function* ({ document }, { readText }) {
  for (const { node, at } of walkDocument(document)) {
    for (const key of ['description', 'summary', 'text', 'title', 'cause', 'cure']) {
      const found = findCount(readText(node[key]) ?? '');
      if (found !== undefined)
        yield { at: [...at, key], message: `The prose counts "${found}", which the contract lists. Say it without the number.` };
    }
  }
});
