import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';

const number = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|third|fourth|fifth|sixth|seventh|\\d+';
const thing = 'operations?|status(?:es)?|states?|members?|properties|property|fields?|events?|features?|scopes?';
const counted = new RegExp(`\\b(?:${number}) (?:${thing})\\b`, 'i');

/** No prose counts what the contract lists: the count would be wrong after the next addition, and no program would notice. */
export const proseWithoutCounts = defineRule(function* ({ document }, { readText }) {
  for (const { node, at } of walkDocument(document)) {
    for (const key of ['description', 'summary', 'text', 'title', 'cause', 'cure']) {
      const [found] = counted.exec(readText(node[key]) ?? '') ?? [];
      if (found !== undefined)
        yield { at: [...at, key], message: `The prose counts "${found}", which the contract lists. Say it without the number.` };
    }
  }
});
