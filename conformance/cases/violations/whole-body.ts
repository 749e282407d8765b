import { compileSchema } from '../../src/contract/compile-schema.ts';
import { keyOf, type Operation, requirementAbout, requirementById, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { listConstraints } from '../../src/contract/list-constraints.ts';
import { requiredOf, sampleOf } from '../../src/contract/sample-of.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import { forbiddenNear, forbiddenValue } from '../derive/requests/forbidden-value.ts';
import { ownerOf } from './constraints.ts';
import type { DeriveViolations, Violation } from './violation.ts';

/** Ways to send a body that is too large. The excess is white space, so a server that ignores the limit would accept it. */
const ways: { id: string; title: string; headers: [string, string][] }[] = [
  { id: 'too-large', title: '', headers: [] },
  { id: 'too-large-in-chunks', title: ' in chunks', headers: [['Transfer-Encoding', 'chunked']] },
];

export const tooLargeViolations: DeriveViolations = (contract, operation) => {
  const requirement = requirementById(contract, 'large-body-is-413');
  return ways.map(
    ({ id, title, headers }): Violation => ({
      id: `body/${id}`,
      title: `A ${operation.slug} body of more than ${contract.bodyLimit / 1024} KiB${title} is refused`,
      requirement,
      pointer: operation.requestPointer,
      about: 'size',
      kind: 'input',
      request(body) {
        const spec = requestFor(operation, body);
        const bytes = contract.bodyLimit + 1;
        return {
          spec: { ...spec, headers: [...spec.headers, ...headers], body: (spec.body ?? '').padEnd(bytes) },
          difference: `body: ${bytes} bytes${title}, spaces at its end`,
        };
      },
      problem: { requirement, code: 'payload_too_large' },
    }),
  );
};

interface Broken {
  keyword: string;
  id: string;
  change: (body: Inputs) => Inputs;
}

/** Breaks a choice such as `oneOf: [{required: [url]}, {required: [file]}]` with none of the fields, and with all of them. */
function ofChoices({ request, requestPointer }: Operation): Broken[] {
  const isRight = compileSchema(request);
  return ['oneOf', 'anyOf'].flatMap((keyword): Broken[] => {
    const branches = Array.isArray(request[keyword]) ? (request[keyword] as Schema[]) : [];
    const names = branches.flatMap(({ required = [], ...rest }) =>
      Object.keys(rest).join('') === 'type' || Object.keys(rest).length === 0 ? required : [],
    );
    if (names.length < branches.length || names.length === 0) return [];
    const sampled = names.map((name) => [
      name,
      sampleOf(request.properties?.[name] ?? {}, `${requestPointer}/properties/${pointed(name)}`),
    ]);
    const none = (body: Inputs): Inputs => Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
    const all = (body: Inputs): Inputs => ({ ...Object.fromEntries(sampled), ...body });
    const required = requiredOf(request, requestPointer);
    return [
      { keyword, id: `none-of-${keyword}`, change: none },
      { keyword, id: `all-of-${keyword}`, change: all },
    ].filter(({ change }) => !isRight(change(required)));
  });
}

/** Keywords that apply to a body as a whole. For each of them, the suite searches for a body that breaks it. */
const ruling = [...['unevaluatedProperties', 'then', 'else', 'not', 'dependentSchemas', 'propertyNames', 'maxProperties']];

/** Breaks the rules between the fields of a body, and the schemas of its free names. */
function ofRules({ request, requestPointer, parameters }: Operation): Broken[] {
  if (![...ruling, 'patternProperties'].some((keyword) => keyword in request)) return [];
  return listConstraints('', request)
    .filter(({ path, keyword, at }) => (path.length === 0 ? ruling.includes(keyword) : at[0] === 'patternProperties'))
    .filter((constraint) => forbiddenValue(request, constraint, requestPointer) !== undefined)
    .map((constraint) => ({
      keyword: constraint.keyword,
      id: [...constraint.path, ...(constraint.beside === undefined ? [] : [constraint.beside]), `not-${constraint.keyword}`].join(
        '/',
      ),
      change(body) {
        const isBeside = ([name]: [string, unknown]): boolean => parameters.some((parameter) => keyOf(parameter) === name);
        const own = Object.fromEntries(Object.entries(body).filter((one) => !isBeside(one)));
        const value =
          (constraint.path.length === 0 ? forbiddenNear(request, constraint, own) : undefined) ??
          forbiddenValue(request, constraint, requestPointer);
        return { ...Object.fromEntries(Object.entries(body).filter(isBeside)), ...(value as Inputs) };
      },
    }));
}

/** Derives bodies with too few fields, without a field that another one requires, or against a rule between fields. */
export const wholeBodyViolations: DeriveViolations = (contract, operation) => {
  const { minProperties, dependentRequired = {}, required = [] } = operation.request as Schema & Record<string, unknown>;
  const broken: Broken[] = ofChoices(operation);
  if (typeof minProperties === 'number' && required.length < minProperties)
    broken.push({
      keyword: 'minProperties',
      id: 'too-few',
      change(body) {
        const isKept = (name: string): boolean =>
          required.includes(name) || operation.parameters.some((parameter) => keyOf(parameter) === name);
        const optional = Object.entries(body).filter(([name]) => !isKept(name));
        return Object.fromEntries([
          ...Object.entries(body).filter(([name]) => isKept(name)),
          ...optional.slice(0, minProperties - 1 - required.length),
        ]);
      },
    });
  for (const [name, needed] of Object.entries(dependentRequired as Record<string, string[]>))
    if (!needed.every((other) => required.includes(other)))
      broken.push({
        keyword: 'dependentRequired',
        id: `${name}-alone`,
        change(body) {
          const value = body[name] ?? sampleOf(operation.request.properties?.[name] ?? {}, operation.requestPointer);
          const isLeft = (other: string): boolean => required.includes(other) || !needed.includes(other);
          return { ...Object.fromEntries(Object.entries(body).filter(([other]) => isLeft(other))), [name]: value };
        },
      });
  broken.push(...ofRules(operation));
  return broken.flatMap(({ keyword, id, change }): Violation[] => {
    const requirement = ownerOf(contract, { keyword, schemas: [operation.request] });
    if (!requirement) return [];
    return [
      {
        id: `body/${id}`,
        title: `${operation.slug} with a body that breaks its ${keyword} is refused`,
        requirement,
        pointer: operation.requestPointer,
        about: 'constraint',
        constraint: `${keyword} of the body`,
        kind: 'input',
        request(body) {
          const changed = change(body);
          return { spec: requestFor(operation, changed), difference: `body: ${showValue(body)} → ${showValue(changed)}` };
        },
        problem: { requirement: requirementAbout(operation, 'validation'), code: 'validation_failed' },
      },
    ];
  });
};
