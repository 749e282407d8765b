import { followReference } from '../reader/follow-reference.ts';
import { entriesOf, isNode, itemsOf, type Node, type Place } from '../reader/json.ts';
import type { Contract, Problem } from '../reader/read-contract.ts';
import { defineRule, type Finding } from './define-rule.ts';

/** Checks that `x-problems` is complete, and that the enum of codes, the examples and the responses agree with it. */
export const problemCatalogue = defineRule(function* (contract) {
  const { document, problems } = contract;
  if (problems.length === 0) {
    yield {
      at: [],
      message: 'The document has no x-problems. Add them at its root: `x-problems: { code: { status, title, cause, cure } }`.',
    };
    return;
  }
  const shown = listProblemResponses(contract).flatMap(({ response, at, isRouted }) =>
    listProblemExamples(document, response, at).map(({ code }) => ({ code, isRouted })),
  );
  for (const problem of problems) {
    const { code, node } = problem;
    const places = shown.filter((example) => example.code === code);
    // A problem that only unrouted requests cause needs no example in `components`: the linter would report it as unused.
    const isUnrouted = places.length > 0 && places.every(({ isRouted }) => !isRouted);
    yield* checkExample(document, problem, isUnrouted);
    if (places.length === 0)
      yield {
        at: ['x-problems', code],
        message: `No response has an example of '${code}'. Add it to the ${node?.status} responses that can have it, or remove it from x-problems.`,
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
        message: `The example of '${code}' has the ${name} ${JSON.stringify(received)}, but x-problems says ${JSON.stringify(expected)}. Make them agree.`,
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
    message: `Number ${index + 1} of ProblemCode.enum is ${listed[index] ?? 'missing'}, but that of x-problems is ${codes[index] ?? 'missing'}. List the same codes in the same order.`,
  };
}

const schema = '#/components/schemas/Problem';

/** Checks that every 4xx and 5xx response is a problem, and that its examples show the codes that the catalogue allows for it. */
export const problemResponses = defineRule(function* (contract) {
  for (const { key, place, response, at } of listProblemResponses(contract)) {
    if (!/^[45]\d\d$/.test(key)) {
      yield { at: place, message: `'${key}' is not a status. Write a response for each status, such as '404'.` };
      continue;
    }
    const types = isNode(response.content) ? Object.keys(response.content) : [];
    if (types.length !== 1 || types[0] !== problemType) {
      yield {
        at: 'content' in response ? [...at, 'content'] : at,
        message: `The ${key} response has the media type ${types.join(', ') || 'none'}. Use ${problemType}, and no other.`,
      };
      continue;
    }
    const body = [...at, 'content', problemType];
    const media = response.content[problemType];
    if (media?.schema?.$ref !== schema)
      yield {
        at: isNode(media) && 'schema' in media ? [...body, 'schema'] : body,
        message: `The ${key} response does not use the schema of problems. Refer to ${schema}.`,
      };
    yield* checkExamples(contract.document, key, response, at);
  }
});

function* checkExamples(document: Node, key: string, response: Node, at: Place): Generator<Finding> {
  const examples = listProblemExamples(document, response, at);
  if (examples.length === 0)
    yield {
      at: [...at, 'content', problemType],
      message: `The ${key} response has no examples. Add one for each code that it can have: \`<code>: { $ref: '#/components/examples/<code>' }\`.`,
    };
  for (const { code, at: place, value } of examples) {
    const problem = document['x-problems']?.[code];
    if (!problem)
      yield { at: place, message: `The example '${code}' is not a code of x-problems. Use a code as the key of each example.` };
    else if (String(problem.status) !== key)
      yield {
        at: place,
        message: `'${code}' has the status ${problem.status}, but is an example of ${key}. Move the example to the ${problem.status} response.`,
      };
    else
      for (const [name, expected] of Object.entries({ code, status: problem.status, title: problem.title }))
        if (value?.[name] !== expected)
          yield {
            at: place,
            message: `The example '${code}' has the ${name} ${JSON.stringify(value?.[name])}, but x-problems says ${JSON.stringify(expected)}. Make them agree.`,
          };
  }
}

/** The media type of a problem (RFC 9457). */
const problemType = 'application/problem+json';

/** Lists the error responses of operations, and those for requests that match no operation. Follows references. */
export function listProblemResponses({ document, operations }: Contract) {
  return [
    ...operations.map(({ node, at }) => ({ map: node.responses, at: [...at, 'responses'], isRouted: true })),
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

/** Lists the problems in a response's examples. Takes the name of each example as the code. Follows references. */
export function listProblemExamples(document: Node, response: Node, at: Place) {
  const place = [...at, 'content', problemType, 'examples'];
  return entriesOf(response.content?.[problemType]?.examples).map(([code, reference]) => {
    const example = followReference(document, reference, [...place, code]);
    return { code, at: [...place, code], value: example.node?.value };
  });
}
