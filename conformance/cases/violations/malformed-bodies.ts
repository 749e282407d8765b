import { type Operation, requirementAbout, requirementById } from '../../src/contract/contract.ts';
import { jsonRequest } from '../../src/subject/subject.ts';
import type { DeriveViolations, Violation } from './violation.ts';

/** What is no JSON, each made from the valid body by one change, and the requirement that gives it a code. */
const malformed = [
  { id: 'truncated', title: 'cut off before its end', code: 'malformed-json-is-400', make: (json: string) => json.slice(0, -1) },
  { id: 'not-json', title: 'that is a word and no JSON', code: 'malformed-json-is-400', make: () => 'invoice' },
  {
    id: 'trailing-comma',
    title: 'with a comma before the closing brace',
    code: 'malformed-json-is-400',
    make: (json: string) => `${json.slice(0, -1)},}`,
  },
];

/** What many servers read as JSON all the same: refused only where the problem details are claimed. */
const doubtful = [
  { id: 'empty', title: 'that is empty', code: 'malformed-json-is-400', make: () => '' },
  {
    id: 'byte-order-mark',
    title: 'with a byte order mark before it',
    code: 'invalid-utf8-is-400',
    make: (json: string) => `\uFEFF${json}`,
  },
  {
    id: 'member-twice',
    title: 'that names its first member twice',
    code: 'member-twice-is-400',
    make: (json: string) => `{${json.slice(1, json.indexOf(','))}${json.includes(',') ? '' : json.slice(1, -1)},${json.slice(1)}`,
  },
];

/** Bodies that are no JSON. */
export const malformedBodyViolations: DeriveViolations = (contract, operation) => [
  ...malformed.map((entry) =>
    violation(operation, requirementAbout(operation, 'malformed-body'), requirementById(contract, entry.code), entry),
  ),
  ...doubtful.map((entry) =>
    violation(operation, requirementById(contract, entry.code), requirementById(contract, entry.code), entry),
  ),
];

function violation(
  operation: Operation,
  requirement: Violation['requirement'],
  says: Violation['requirement'],
  { id, title, make }: { id: string; title: string; make(json: string): string },
): Violation {
  return {
    id: `body/malformed/${id}`,
    title: `A ${operation.slug} body ${title} is refused`,
    requirement,
    pointer: operation.requestPointer,
    kind: 'input',
    request(body) {
      const text = make(JSON.stringify(body));
      return {
        spec: { ...jsonRequest(operation.path, body), body: text },
        difference: `body: ${JSON.stringify(body)} → ${text || 'empty'}`,
      };
    },
    problem: { requirement: says, code: 'malformed_json' },
  };
}
