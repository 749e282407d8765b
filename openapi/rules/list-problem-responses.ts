import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, isNode, type Node, type Place } from '../reader/json.ts';
import type { Contract } from '../reader/read-contract.ts';

/** The media type of a problem (RFC 9457). */
export const problemType = 'application/problem+json';

/**
 * Lists every response that is neither a success nor a redirection, references followed: those of the operations under
 * `paths`, and those of `x-unrouted-answers`, where no operation is.
 */
export function listProblemResponses({ document, operations }: Contract) {
  return [
    ...operations.map(({ node, at }) => ({
      map: node.responses,
      at: [...at, 'responses'],
      isRouted: true,
    })),
    { map: document['x-unrouted-answers'], at: ['x-unrouted-answers'], isRouted: false },
  ].flatMap(({ map, at, isRouted }) =>
    entriesOf(map)
      .filter(([key]) => !/^[123]/.test(key))
      .map(([key, reference]) => {
        const place = [...at, key];
        const { node, at: responseAt } = followReference(document, reference, place);
        return { key, place, isRouted, response: isNode(node) ? node : {}, at: responseAt };
      }),
  );
}

/** Lists the problems that a response shows as examples: key, and value with references followed. */
export function listProblemExamples(document: Node, response: Node, at: Place) {
  const place = [...at, 'content', problemType, 'examples'];
  return entriesOf(response.content?.[problemType]?.examples).map(([code, reference]) => {
    const example = followReference(document, reference, [...place, code]);
    return { code, at: [...place, code], value: example.node?.value };
  });
}
