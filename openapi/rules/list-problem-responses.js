import { followReference } from './follow-reference.js';
import { entriesOf, isObject } from './json.js';
import { listOperations } from './list-operations.js';

/**
 * The media type of a problem (RFC 9457).
 */
export const problemType = 'application/problem+json';

/**
 * Every response that is not one of success or redirection, references followed: those of the operations under `paths`,
 * and those of `x-unrouted-answers`, where no operation answers.
 * @param {import('./define-rule.js').Contract} contract
 */
export function listProblemResponses(contract) {
  return [
    ...listOperations(contract).map(({ operation, at }) => ({
      map: operation.responses,
      at: [...at, 'responses'],
      isRouted: true,
    })),
    { map: contract['x-unrouted-answers'], at: ['x-unrouted-answers'], isRouted: false },
  ].flatMap(({ map, at, isRouted }) =>
    entriesOf(map)
      .filter(([key]) => !/^[123]/.test(key))
      .map(([key, reference]) => {
        const place = [...at, key];
        const { node, at: responseAt } = followReference(contract, reference, place);
        return { key, place, isRouted, response: isObject(node) ? node : {}, at: responseAt };
      }),
  );
}

/**
 * The problems that a response shows as its examples: key and, references followed, value.
 * @param {import('./define-rule.js').Contract} contract
 * @param {Record<string, any>} response
 * @param {import('./define-rule.js').Place} at the response's place
 */
export function listProblemExamples(contract, response, at) {
  const place = [...at, 'content', problemType, 'examples'];
  return entriesOf(response.content?.[problemType]?.examples).map(([code, reference]) => {
    const example = followReference(contract, reference, [...place, code]);
    return { code, at: [...place, code], value: example.node?.value };
  });
}
