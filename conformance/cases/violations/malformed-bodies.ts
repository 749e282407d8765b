import {
  type Contract,
  fieldRequirement,
  type Operation,
  presenceOf,
  requirementAbout,
  requirementById,
  requirementsOf,
} from '../../src/contract/contract.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { DeriveViolations, Violation } from './violation.ts';

/** The requirement about malformed JSON. It determines the problem's code for a body without a code of its own. */
const notJson = 'malformed-json-is-400';

/** Bodies that are not JSON, each made from the valid body by one change. */
const malformed = [
  { id: 'truncated', title: 'cut off before its end', make: (json: string) => json.slice(0, -1) },
  { id: 'not-json', title: 'that is a word and no JSON', make: () => 'invoice' },
  { id: 'empty', title: 'that is empty', make: () => '' },
  // A lot of white space, because a server may truncate the body for its error message or log.
  { id: 'spaces', title: 'that is white space', make: () => ' \n '.repeat(1000) },
  {
    id: 'single-quotes',
    title: 'in single quotes',
    make: (json: string) => json.replaceAll('"', "'"),
  },
  {
    id: 'trailing-comma',
    title: 'with a comma before the closing brace',
    make: (json: string) => `${json.slice(0, -1)},}`,
  },
];

const noObjects = [
  { id: 'array', title: 'that is an empty array', make: () => '[]' },
  { id: 'object-in-array', title: 'that is an array around the object', make: (json: string) => `[${json}]` },
  { id: 'string', title: 'that is a text', make: () => '"invoice"' },
  { id: 'json-in-string', title: 'that is JSON written as a text', make: (json: string) => JSON.stringify(json) },
  { id: 'number', title: 'that is a number', make: () => '7' },
  { id: 'boolean', title: 'that is a truth value', make: () => 'true' },
  { id: 'null', title: 'that is null', make: () => 'null' },
  {
    id: 'pairs',
    title: 'that is pairs of names and values',
    make: (json: string) => JSON.stringify(Object.entries(JSON.parse(json))),
  },
];

/** An array nested so deeply that a parser may give up (RFC 8259, section 9). The server may then refuse it with another code. */
const nested = { id: 'nested', title: 'that is arrays nested a thousand deep', make: () => '['.repeat(1000) + ']'.repeat(1000) };

/** White space that is longer than what a server reads in one piece, but within the limit of a body. */
const farBehind = ' '.repeat(20_000);

/** Bodies that many servers read as JSON nevertheless. Only problem-details promises that they are refused. */
const doubtful = [
  // Valid JSON followed by something else. Several well-known parsers ignore what follows the first value, or accept JavaScript.
  {
    id: 'more-behind',
    title: 'with a word far behind it',
    make: (json: string) => `${json}${farBehind}invoice`,
  },
  {
    id: 'not-a-number',
    title: 'whose last field is NaN',
    make: (json: string) => json.replace(/:[^:]*}$/, ':NaN}'),
  },
  {
    id: 'comment',
    title: 'with a comment in it',
    make: (json: string) => `{/**/${json.slice(1)}`,
  },
  {
    id: 'byte-order-mark',
    title: 'with a byte order mark before it',
    code: 'invalid-utf8-is-400',
    make: (json: string) => `\uFEFF${json}`,
  },
  {
    id: 'not-utf8',
    title: 'with a byte E9 in a text, which is not UTF-8',
    code: 'invalid-utf8-is-400',
    // Inserts the single byte E9 into the first string, or at the end if there is no string. Latin-1 encodes each character as
    // one byte.
    make: (json: string) =>
      Buffer.from(json)
        .toString('latin1')
        .replace(/:"(?:[^"\\]|\\.)*|}$/, (found) => (found === '}' ? '\u00e9}' : `${found}\u00e9`)),
    encoding: 'latin1' as const,
  },
  {
    id: 'not-utf8-later',
    title: 'with a byte E9 in a text after twenty thousand spaces, which is not UTF-8',
    code: 'invalid-utf8-is-400',
    make: (json: string) =>
      Buffer.from(json)
        .toString('latin1')
        .replace(/:"(?:[^"\\]|\\.)*|}$/, (found) =>
          found === '}' ? `${farBehind}\u00e9}` : `:${farBehind}${found.slice(1)}\u00e9`,
        ),
    encoding: 'latin1' as const,
  },
  {
    id: 'member-twice',
    title: 'that names its first field twice',
    code: 'member-twice-is-400',
    make: (json: string) => `{${json.slice(1, json.includes(',') ? json.indexOf(',') : -1)},${json.slice(1)}`,
  },
  {
    id: 'unknown-member-twice',
    title: 'that names an unknown field twice, after forty others',
    code: 'member-twice-is-400',
    make(json: string) {
      const others = Array.from({ length: 40 }, (_, at) => `"unknownMember${at}":1,`).join('');
      return `${json.slice(0, -1)},${others}"unknownMember":1,"unknownMember":2}`;
    },
  },
  {
    id: 'inner-member-twice',
    title: 'with an object deep inside that names a field twice',
    code: 'member-twice-is-400',
    make: (json: string) => `${json.slice(0, -1)},"unknownMember":[{"b":{"c":[{"a":1,"a":1}]}}]}`,
  },
  {
    id: 'member-twice-escaped',
    title: 'that names its first field twice, the second time with an escape',
    code: 'member-twice-is-400',
    make: (json: string) =>
      `${json.slice(0, -1)},${json.slice(1, json.includes(',') ? json.indexOf(',') : -1).replace(/^"(.)/, (_, first: string) => `"\\u00${first.charCodeAt(0).toString(16)}`)}}`,
  },
];

const emptyObject = { id: 'no-members', title: 'without any field', make: () => '{}' };

/** Derives the empty object, which lacks the first required field. Derives nothing if no field is required. */
function emptyObjects(contract: Contract, operation: Operation): Violation[] {
  const { required: [first] = [], properties = {} } = operation.request;
  if (first === undefined) return [];
  const field = properties[first];
  const requirement = field
    ? (presenceOf(requirementsOf(contract, field)) ?? fieldRequirement(contract, field, operation.requestPointer))
    : validation(operation);
  return [violation(operation, requirement, validation(operation), emptyObject, 'validation_failed')];
}

const validation = (operation: Operation): Violation['requirement'] => requirementAbout(operation, 'validation');

/** Derives bodies that are not JSON, or not an object with the required fields. */
export const malformedBodyViolations: DeriveViolations = (contract, operation) => [
  ...malformed.map((entry) => {
    const broken = requirementAbout(operation, 'malformed-body');
    return violation(operation, broken, contract.plain ? broken : requirementById(contract, notJson), entry);
  }),
  ...noObjects.map((entry) =>
    violation(operation, requirementAbout(operation, 'wrong-types'), validation(operation), entry, 'validation_failed'),
  ),
  withoutProblem(
    violation(operation, requirementAbout(operation, 'wrong-types'), validation(operation), nested, 'validation_failed'),
  ),
  ...emptyObjects(contract, operation),
  // Leaves these out for plain documents, which do not require their refusal.
  ...(contract.plain ? [] : doubtful).map((entry) =>
    violation(
      operation,
      requirementById(contract, entry.code ?? notJson),
      requirementById(contract, entry.code ?? notJson),
      entry,
    ),
  ),
];

function violation(
  operation: Operation,
  requirement: Violation['requirement'],
  says: Violation['requirement'],
  { id, title, make, encoding }: { id: string; title: string; make(json: string): string; encoding?: 'latin1' },
  code = 'malformed_json',
): Violation {
  return {
    id: `body/${code === 'malformed_json' ? 'malformed' : 'no-object'}/${id}`,
    title: `A ${operation.slug} body ${title} is refused`,
    requirement,
    about: 'malformed body',
    pointer: operation.requestPointer,
    kind: 'input',
    request(body) {
      const spec = requestFor(operation, { ...someField(operation), ...body });
      const text = make(spec.body ?? '');
      return {
        spec: { ...spec, body: text, ...(encoding && { encoding }) },
        difference: `body: ${spec.body} → ${text.trim() === '' ? 'empty' : showText(text)}`,
      };
    },
    problem: { requirement: says, code },
  };
}

/**
 * Returns a field to send if none is required. Without it, the body is an empty object, and many of the changes would leave it
 * valid.
 */
function someField({ request: { properties = {}, required = [] }, requestPointer }: Operation): Record<string, unknown> {
  const [first] = required.length > 0 ? [] : Object.entries(properties);
  return first === undefined ? {} : { [first[0]]: sampleOf(first[1], requestPointer) };
}

function withoutProblem({ problem, ...rest }: Violation): Violation {
  return rest;
}

function showText(text: string): string {
  return text.length > 200 ? `${text.slice(0, 160)}… (${text.length} characters)` : text;
}
