import { followReference } from '../reader/follow-reference.ts';
import { itemsOf, type Node } from '../reader/json.ts';
import type { Problem } from '../reader/read-contract.ts';
import { defineRule, type Finding } from './define-rule.ts';
import { listProblemExamples, listProblemResponses } from './list-problem-responses.ts';

/** `x-problems` is complete, and the enum of codes, the examples and the responses agree with it. */
export const problemCatalogue = defineRule(function* (contract) {
  const { document, problems } = contract;
  if (problems.length === 0) {
    yield {
      at: [],
      message: 'The document has no problems. List them at its root: `x-problems: { code: { status, title, cause, cure } }`.',
    };
    return;
  }
  const shown = listProblemResponses(contract).flatMap(({ response, at, isRouted }) =>
    listProblemExamples(document, response, at).map(({ code }) => ({ code, isRouted })),
  );
  for (const problem of problems) {
    const { code, node } = problem;
    const places = shown.filter((example) => example.code === code);
    // Nothing under paths refers to the example of an unrouted response: among the components it would be unused.
    const isUnrouted = places.length > 0 && places.every(({ isRouted }) => !isRouted);
    yield* checkExample(document, problem, isUnrouted);
    if (places.length === 0)
      yield {
        at: ['x-problems', code],
        message: `No response shows '${code}'. Add it to the examples of the ${node?.status} responses that can carry it, or take it out of x-problems.`,
      };
  }
  yield* checkEnum(
    document,
    problems.map(({ code }) => code),
  );
});

function* checkExample(document: Node, { code, node: problem }: Problem, isUnrouted: boolean): Generator<Finding> {
  const place = ['components', 'examples', code];
  const { node, at } = followReference(document, document.components?.examples?.[code], place);
  if (!node) {
    if (isUnrouted) return;
    yield {
      at: ['x-problems', code],
      message: `'${code}' has no example. Add \`components.examples.${code}\` with the whole problem as its value.`,
    };
    return;
  }
  for (const [name, expected] of Object.entries({ code, status: problem?.status, title: problem?.title })) {
    const received = node.value?.[name];
    if (received !== expected)
      yield {
        at: received === undefined ? at : [...at, 'value', name],
        message: `The example of '${code}' has ${name} ${JSON.stringify(received)}, x-problems says ${JSON.stringify(expected)}. Make them agree.`,
      };
  }
}

function* checkEnum(document: Node, codes: string[]): Generator<Finding> {
  const listed = itemsOf(document.components?.schemas?.ProblemCode?.enum);
  const index = Array.from({ length: Math.max(codes.length, listed.length) }, (_, i) => i).find((i) => codes[i] !== listed[i]);
  if (index === undefined) return;
  const schema = document.components?.schemas?.ProblemCode;
  yield {
    at: schema?.enum ? ['components', 'schemas', 'ProblemCode', 'enum'] : ['x-problems'],
    message: `ProblemCode.enum differs from the keys of x-problems at number ${index + 1}: ${listed[index] ?? 'nothing'} instead of ${codes[index] ?? 'nothing'}. List the same codes in the same order.`,
  };
}
