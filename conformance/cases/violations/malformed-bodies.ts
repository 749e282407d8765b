import {
  fieldRequirement,
  presenceOf,
  type Requirement,
  requirementAbout,
  requirementById,
  requirementsOf,
} from '../../src/contract/contract.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { DeriveViolations, ExpectedProblem, Violation } from './violation.ts';

/** A body that is made from the valid one. With `latin1`, each of its characters is sent as one byte. */
type Body = [id: string, title: string, make: (json: string) => string, encoding?: 'latin1'];

/** Bodies that are not JSON, each made from the valid body by one change. */
const malformed: Body[] = [
  ['truncated', 'cut off before its end', (json) => json.slice(0, -1)],
  ['not-json', 'that is a word and no JSON', () => 'invoice'],
  ['empty', 'that is empty', () => ''],
  // So much white space that a server has to truncate the body for its error message or log.
  ['spaces', 'that is white space', () => ' \n '.repeat(1000)],
  ['single-quotes', 'in single quotes', (json) => json.replaceAll('"', "'")],
  ['trailing-comma', 'with a comma before the closing brace', (json) => `${json.slice(0, -1)},}`],
];

const noObjects: Body[] = [
  ['array', 'that is an empty array', () => '[]'],
  ['object-in-array', 'that is an array around the object', (json) => `[${json}]`],
  ['string', 'that is a text', () => '"invoice"'],
  ['json-in-string', 'that is JSON written as a text', (json) => JSON.stringify(json)],
  ['number', 'that is a number', () => '7'],
  ['boolean', 'that is a truth value', () => 'true'],
  ['null', 'that is null', () => 'null'],
  ['pairs', 'that is pairs of names and values', (json) => JSON.stringify(Object.entries(JSON.parse(json)))],
];

/** An array nested so deeply that a parser may give up (RFC 8259, section 9). The server may then refuse it with another code. */
const nested: Body = ['nested', 'that is arrays nested a thousand deep', () => '['.repeat(1000) + ']'.repeat(1000)];

/** White space that is longer than what a server reads in one piece, but within the limit of a body. */
const farBehind = ' '.repeat(20_000);

/** Inserts the byte E9 into the first string of a body, or at its end if it has no string. */
const withByte = (json: string, before: string): string =>
  Buffer.from(json)
    .toString('latin1')
    .replace(/:"(?:[^"\\]|\\.)*|}$/, (found) => (found === '}' ? `${before}\u00e9}` : `:${before}${found.slice(1)}\u00e9`));

const firstField = (json: string): string => json.slice(1, json.includes(',') ? json.indexOf(',') : -1);

const escapeFirst = (field: string): string =>
  field.replace(/^"(.)/, (_, first: string) => `"\\u00${first.charCodeAt(0).toString(16)}`);

/** Bodies that many servers read as JSON, keyed by the requirement that forbids them. Only problem-details promises a refusal. */
const doubtful: Record<string, Body[]> = {
  'malformed-json-is-400': [
    ['more-behind', 'with a word far behind it', (json) => `${json}${farBehind}invoice`],
    ['not-a-number', 'whose last field is NaN', (json) => json.replace(/:[^:]*}$/, ':NaN}')],
    ['comment', 'with a comment in it', (json) => `{/**/${json.slice(1)}`],
  ],
  'invalid-utf8-is-400': [
    ['byte-order-mark', 'with a byte order mark before it', (json) => `\uFEFF${json}`],
    ['not-utf8', 'with a byte E9 in a text, which is not UTF-8', (json) => withByte(json, ''), 'latin1'],
    [
      'not-utf8-later',
      'with a byte E9 in a text after twenty thousand spaces, which is not UTF-8',
      (json) => withByte(json, farBehind),
      'latin1',
    ],
  ],
  'member-twice-is-400': [
    ['member-twice', 'that names its first field twice', (json) => `{${firstField(json)},${json.slice(1)}`],
    [
      'unknown-member-twice',
      'that names an unknown field twice, after forty others',
      (json) => {
        const others = Array.from({ length: 40 }, (_, at) => `"unknownMember${at}":1,`).join('');
        return `${json.slice(0, -1)},${others}"unknownMember":1,"unknownMember":2}`;
      },
    ],
    [
      'inner-member-twice',
      'with an object deep inside that names a field twice',
      (json) => `${json.slice(0, -1)},"unknownMember":[{"b":{"c":[{"a":1,"a":1}]}}]}`,
    ],
    [
      'member-twice-escaped',
      'that names its first field twice, the second time with an escape',
      (json) => `${json.slice(0, -1)},${escapeFirst(firstField(json))}}`,
    ],
  ],
};

/** Derives bodies that are not JSON, or not an object with the required fields. */
export const malformedBodyViolations: DeriveViolations = (contract, operation) => {
  const derive = (
    kind: 'malformed' | 'no-object',
    bodies: Body[],
    requirement: Requirement,
    problem?: ExpectedProblem,
  ): Violation[] =>
    bodies.map(([id, title, make, encoding]) => ({
      id: `body/${kind}/${id}`,
      title: `A ${operation.slug} body ${title} is refused`,
      requirement,
      about: 'malformed body',
      pointer: operation.requestPointer,
      kind: 'input',
      request(body) {
        const spec = requestFor(operation, { ...someField, ...body });
        const text = make(spec.body ?? '');
        return {
          spec: { ...spec, body: text, ...(encoding && { encoding }) },
          difference: `body: ${spec.body} → ${text.trim() === '' ? 'empty' : showText(text)}`,
        };
      },
      ...(problem && { problem }),
    }));
  const { properties = {}, required = [] } = operation.request;
  const [[optional, schema] = []] = Object.entries(properties);
  // Sends a field even if none is required. In an empty object, many of the changes would leave the body valid.
  const someField =
    required.length > 0 || optional === undefined || schema === undefined
      ? {}
      : { [optional]: sampleOf(schema, operation.requestPointer) };
  const malformedJson = (requirement: Requirement) => ({ requirement, code: 'malformed_json' });
  const about = requirementAbout(operation, 'malformed-body');
  const [wrongTypes, validation] = [requirementAbout(operation, 'wrong-types'), requirementAbout(operation, 'validation')];
  const invalid = { requirement: validation, code: 'validation_failed' };
  const [first] = required;
  const field = properties[first ?? ''];
  const missing =
    field && (presenceOf(requirementsOf(contract, field)) ?? fieldRequirement(contract, field, operation.requestPointer));
  return [
    ...derive(
      'malformed',
      malformed,
      about,
      malformedJson(contract.plain ? about : requirementById(contract, 'malformed-json-is-400')),
    ),
    ...derive('no-object', noObjects, wrongTypes, invalid),
    ...derive('no-object', [nested], wrongTypes),
    ...derive(
      'no-object',
      first === undefined ? [] : [['no-members', 'without any field', () => '{}']],
      missing ?? validation,
      invalid,
    ),
    // Leaves out the doubtful bodies for plain documents, because no requirement of such a document forbids them.
    ...Object.entries(contract.plain ? {} : doubtful).flatMap(([id, bodies]) => {
      const requirement = requirementById(contract, id);
      return derive('malformed', bodies, requirement, malformedJson(requirement));
    }),
  ];
};

export const showText = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 160)}… (${text.length} characters)` : text;
