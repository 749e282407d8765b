import { defineRule } from './define-rule.js';
import { followReference } from './follow-reference.js';
import { entriesOf, isText, itemsOf, unknownKeys } from './json.js';
import { listProblemExamples, listProblemResponses } from './list-problem-responses.js';

const members = ['status', 'title', 'cause', 'cure'];

/** `x-problems` is whole, and what repeats it agrees with it: the enum of codes, the examples, the responses. */
export const problemCatalogue = defineRule(function* (contract) {
  const problems = entriesOf(contract['x-problems']);
  if (problems.length === 0) {
    yield {
      at: [],
      message: 'The document has no problems. List them at its root: `x-problems: { code: { status, title, cause, cure } }`.',
    };
    return;
  }
  const shown = listProblemResponses(contract).flatMap(({ response, at, isRouted }) =>
    listProblemExamples(contract, response, at).map(({ code }) => ({ code, isRouted })),
  );
  for (const [code, problem] of problems) {
    const places = shown.filter((example) => example.code === code);
    yield* checkEntry(code, problem);
    // Nothing under paths refers to the example of an unrouted answer: as a component it would be an unused one.
    const isUnrouted = places.length > 0 && places.every(({ isRouted }) => !isRouted);
    yield* checkExample(contract, code, problem, isUnrouted);
    if (places.length === 0)
      yield {
        at: ['x-problems', code],
        message: `No response shows '${code}'. Add it to the examples of the ${problem?.status} responses that can carry it, or take it out of x-problems.`,
      };
  }
  yield* checkEnum(
    contract,
    problems.map(([code]) => code),
  );
});

/**
 * @param {string} code
 * @param {any} problem
 * @returns {Generator<import('./define-rule.js').Finding>}
 */
function* checkEntry(code, problem) {
  const at = ['x-problems', code];
  if (!/^[a-z]+(_[a-z]+)*$/.test(code))
    yield { at, message: `Code '${code}' is not in snake_case. Write it like \`invoice_not_found\`.` };
  if (!Number.isInteger(problem?.status) || problem.status < 400 || problem.status > 599)
    yield { at, message: `'${code}' has no HTTP status from 400 to 599. Set \`status\`.` };
  for (const member of ['title', 'cause', 'cure'])
    if (!isText(problem?.[member])) yield { at, message: `'${code}' has no ${member}. Set \`${member}\` to a text.` };
  for (const key of unknownKeys(problem, members))
    yield { at: [...at, key], message: `'${code}' has an unknown member '${key}'. Known are ${members.join(', ')}.` };
}

/**
 * @param {import('./define-rule.js').Contract} contract
 * @param {string} code
 * @param {any} problem
 * @param {boolean} isUnrouted shown by x-unrouted-answers alone, where its example may stand
 * @returns {Generator<import('./define-rule.js').Finding>}
 */
function* checkExample(contract, code, problem, isUnrouted) {
  const place = ['components', 'examples', code];
  const { node, at } = followReference(contract, contract.components?.examples?.[code], place);
  if (!node) {
    if (isUnrouted) return;
    yield {
      at: ['x-problems', code],
      message: `'${code}' has no example. Add \`components.examples.${code}\` with the whole problem as its value.`,
    };
    return;
  }
  for (const [member, expected] of Object.entries({ code, status: problem?.status, title: problem?.title })) {
    const received = node.value?.[member];
    if (received !== expected)
      yield {
        at: received === undefined ? at : [...at, 'value', member],
        message: `The example of '${code}' has ${member} ${JSON.stringify(received)}, x-problems says ${JSON.stringify(expected)}. Make them agree.`,
      };
  }
}

/**
 * @param {import('./define-rule.js').Contract} contract
 * @param {string[]} codes
 * @returns {Generator<import('./define-rule.js').Finding>}
 */
function* checkEnum(contract, codes) {
  const listed = itemsOf(contract.components?.schemas?.ProblemCode?.enum);
  const index = Array.from({ length: Math.max(codes.length, listed.length) }, (_, i) => i).find((i) => codes[i] !== listed[i]);
  if (index === undefined) return;
  const schema = contract.components?.schemas?.ProblemCode;
  yield {
    at: schema?.enum ? ['components', 'schemas', 'ProblemCode', 'enum'] : ['x-problems'],
    message: `ProblemCode.enum differs from the keys of x-problems at number ${index + 1}: ${listed[index] ?? 'nothing'} instead of ${codes[index] ?? 'nothing'}. List the same codes in the same order.`,
  };
}
