import { walkDocument } from '../reader/walk-document.ts';
import { defineRule } from './define-rule.ts';
import { splitSentences } from './split-sentences.ts';

/** A sentence that says MUST or SHOULD names its requirement in square brackets, so that no demand goes untested. */
export const requirementSentences = defineRule(function* ({ document, requirements }, { readText }) {
  const levels = new Map(requirements.map(({ node }) => [node.id, node.level]));
  for (const { node, at } of walkDocument(document)) {
    for (const key of ['description', 'summary']) {
      for (const sentence of splitSentences(readText(node[key]) ?? ''))
        for (const message of checkSentence(sentence, levels)) yield { at: [...at, key], message };
    }
  }
});

function* checkSentence(sentence: string, levels: Map<string, string>): Generator<string> {
  const said = new Set(Array.from(sentence.matchAll(/\b(MUST|SHOULD)\b/g), ([level]) => level));
  if (said.size === 0) return;
  const quoted = sentence.length > 100 ? `${sentence.slice(0, 100)}…` : sentence;
  const named = listNames(sentence);
  if (named.length === 0) {
    yield `A sentence says ${[...said].join(' and ')} and names no requirement: "${quoted}" Put its id in brackets before the full stop: \`[some-requirement].\``;
    return;
  }
  for (const id of named) {
    const level = levels.get(id);
    if (level === undefined)
      yield `No requirement has the id '${id}', named in: "${quoted}" Correct the id, or add the requirement.`;
    else if (!said.has(level)) yield `'${id}' is a ${level}, but the sentence does not say so: "${quoted}" Make the words agree.`;
  }
  for (const word of said)
    if (!named.some((id) => (levels.get(id) ?? word) === word))
      yield `A sentence says ${word} and names no requirement of that level: "${quoted}" Name one, or change the word.`;
}

/** Lists ids in square brackets, several with commas between; links are none. */
function listNames(sentence: string) {
  return Array.from(sentence.matchAll(/\[([a-z][a-z0-9-]*(?:, *[a-z][a-z0-9-]*)*)\](?!\()/g), ([, names = '']) =>
    names.split(/, */),
  ).flat();
}
