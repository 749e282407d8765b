import { textOf } from '../reader/json.ts';
import { requirementsOf } from '../reader/list-requirements.ts';
import { type DocumentedResponse, listDocumentedResponses } from '../reader/list-response-headers.ts';
import { defineRule, type Finding } from './define-rule.ts';
import { listProblemExamples } from './list-problem-responses.ts';

/**
 * A response documents the header that is said of it: by its requirements, by the cure of a problem that it shows, and by a
 * requirement on every response. A header that is only in words is in no type, no client and no case.
 */
export const headerWords = defineRule(function* (contract) {
  const responses = listDocumentedResponses(contract);
  const known = [...new Set(responses.flatMap(({ headers }) => headers))];
  const namedIn = (text: string) => text.split(/[^\w-]+/).filter((word) => known.includes(word));
  const check = function* (said: string, text: string, response: DocumentedResponse): Generator<Finding> {
    for (const name of namedIn(text))
      if (!response.headers.includes(name))
        yield { at: response.at, message: `${said} names the header ${name}, which this response does not document. Add it.` };
  };
  for (const list of contract.requirementLists)
    for (const { id, text } of requirementsOf(list)) {
      const ofEvery = list.at.length === 1 && /^Every response\b/.test(text);
      for (const response of responses) if (ofEvery || response.node === list.owner) yield* check(`'${id}'`, text, response);
    }
  for (const response of responses)
    for (const { code } of listProblemExamples(contract.document, response.node, response.at))
      yield* check(`The cure of '${code}'`, textOf(contract.document['x-problems']?.[code]?.cure), response);
});
