import { compileSchema } from '../../src/contract/compile-schema.ts';
import { keyOf, type Operation, requirementAbout, requirementById, type Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { listConstraints } from '../../src/contract/list-constraints.ts';
import { requiredOf, sampleOf } from '../../src/contract/sample-of.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import { forbiddenNear, forbiddenValue } from '../derive/requests/forbidden-value.ts';
import { ownerOf } from './constraints.ts';
import type { DeriveViolations, Violation } from './violation.ts';

/** Derives bodies that are too large. The excess is white space, so a server that ignores the limit would accept it. */
export const tooLargeViolations: DeriveViolations = (contract, operation) => {
  const requirement = requirementById(contract, 'large-body-is-413');
  const bytes = contract.bodyLimit + 1;
  return ['', ' in chunks'].map(
    (way): Violation => ({
      id: `body/too-large${way.replaceAll(' ', '-')}`,
      title: `A ${operation.slug} body of more than ${contract.bodyLimit / 1024} KiB${way} is refused`,
      requirement,
      pointer: operation.requestPointer,
      about: 'size',
      kind: 'input',
      request(values) {
        const spec = requestFor(operation, values);
        const body = (spec.body ?? '').padEnd(bytes);
        return {
          spec: { ...(way === '' ? spec : withHeader(spec, 'Transfer-Encoding', 'chunked')), body },
          difference: `body: ${bytes} bytes${way}, spaces at its end`,
        };
      },
      problem: { requirement, code: 'payload_too_large' },
    }),
  );
};

/** Returns the fields of a body whose names satisfy `isKept`. */
const only = (body: Inputs, isKept: (name: string) => boolean): Inputs =>
  Object.fromEntries(Object.entries(body).filter(([name]) => isKept(name)));

const isParameter = ({ parameters }: Operation, name: string): boolean => parameters.some((one) => keyOf(one) === name);

interface Broken {
  keyword: string;
  id: string;
  change: (body: Inputs) => Inputs;
}

/** Derives bodies with none or all of the fields of a choice, such as `oneOf: [{required: [url]}, {required: [file]}]`. */
function ofChoices({ request, requestPointer }: Operation): Broken[] {
  const isRight = compileSchema(request);
  return ['oneOf', 'anyOf'].flatMap((keyword): Broken[] => {
    const branches = Array.isArray(request[keyword]) ? (request[keyword] as Schema[]) : [];
    const names = branches.flatMap(({ required = [], ...rest }) =>
      Object.keys(rest).join('') === 'type' || Object.keys(rest).length === 0 ? required : [],
    );
    if (names.length < branches.length || names.length === 0) return [];
    const sample = (name: string): unknown =>
      sampleOf(request.properties?.[name] ?? {}, `${requestPointer}/properties/${pointed(name)}`);
    const none = (body: Inputs): Inputs => only(body, (name) => !names.includes(name));
    const all = (body: Inputs): Inputs => ({ ...Object.fromEntries(names.map((name) => [name, sample(name)])), ...body });
    const required = requiredOf(request, requestPointer);
    return [
      { keyword, id: `none-of-${keyword}`, change: none },
      { keyword, id: `all-of-${keyword}`, change: all },
    ].filter(({ change }) => !isRight(change(required)));
  });
}

/** Keywords that apply to a body as a whole. For each of them, the suite searches for a body that breaks it. */
const ruling = ['unevaluatedProperties', 'then', 'else', 'not', 'dependentSchemas', 'propertyNames', 'maxProperties'];

/** Derives bodies that break a keyword in `ruling`, or a schema in `patternProperties`. */
function ofRules(operation: Operation): Broken[] {
  const { request, requestPointer } = operation;
  if (![...ruling, 'patternProperties'].some((keyword) => keyword in request)) return [];
  return listConstraints('', request)
    .filter(({ path, keyword, at }) => (path.length === 0 ? ruling.includes(keyword) : at[0] === 'patternProperties'))
    .filter((constraint) => forbiddenValue(request, constraint, requestPointer) !== undefined)
    .map((constraint) => ({
      keyword: constraint.keyword,
      id: [...constraint.path, ...[constraint.beside ?? []].flat(), `not-${constraint.keyword}`].join('/'),
      change(body) {
        const own = only(body, (name) => !isParameter(operation, name));
        const near = constraint.path.length === 0 ? forbiddenNear(request, constraint, own) : undefined;
        const value = near ?? forbiddenValue(request, constraint, requestPointer);
        return { ...only(body, (name) => isParameter(operation, name)), ...(value as Inputs) };
      },
    }));
}

/** Derives bodies with too few fields, without a field that another one requires, or that break another rule for whole bodies. */
export const wholeBodyViolations: DeriveViolations = (contract, operation) => {
  const { minProperties, dependentRequired = {}, required = [] } = operation.request as Schema & Record<string, unknown>;
  const broken: Broken[] = ofChoices(operation);
  if (typeof minProperties === 'number' && required.length < minProperties)
    broken.push({
      keyword: 'minProperties',
      id: 'too-few',
      change(body) {
        const isKept = (name: string): boolean => required.includes(name) || isParameter(operation, name);
        const optional = Object.entries(only(body, (name) => !isKept(name)));
        return { ...only(body, isKept), ...Object.fromEntries(optional.slice(0, minProperties - 1 - required.length)) };
      },
    });
  for (const [name, needed] of Object.entries(dependentRequired as Record<string, string[]>))
    if (!needed.every((other) => required.includes(other)))
      broken.push({
        keyword: 'dependentRequired',
        id: `${name}-alone`,
        change(body) {
          const value = body[name] ?? sampleOf(operation.request.properties?.[name] ?? {}, operation.requestPointer);
          return { ...only(body, (other) => required.includes(other) || !needed.includes(other)), [name]: value };
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
