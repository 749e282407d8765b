import type { ErrorObject } from 'ajv';
import type { Operation } from '../contract/load-operations.ts';
import type { Parameter } from '../contract/parameters.ts';
import type { Breach } from '../contract/relation-check.ts';
import { ProblemError, type ProblemItem } from '../problems/problem-error.ts';
import { dropSurplus, explainErrors, mostItems } from '../request/explain-errors.ts';
import type { AnyInput } from './handlers.ts';

export type AnyExaminer = (input: AnyInput) => void;

/** Checks a request against its schemas, and fills in defaults. The examiner gets the valid values of a refused request. */
export function checkRequest(operation: Operation, input: AnyInput, examiner: AnyExaminer | undefined): void {
  const errors = findErrors(operation, input);
  if (errors.length === 0) {
    const unrelated = [...operation.findUnrelatedQuery(input.query), ...(input.body ? operation.findUnrelated(input.body) : [])];
    if (unrelated.length === 0) return;
    throw addFurther(refuseUnrelated(unrelated), input, examiner);
  }
  const { body } = input;
  const few = body === undefined ? input : { ...input, body: dropSurplus(body, operation.closedProperties) };
  throw addFurther(addUnrelated(refuse(operation, errors), operation, few), few, examiner);
}

function findErrors(operation: Operation, input: AnyInput): ErrorObject[] {
  const { operationId, closedProperties, queryNames, parameters, validators } = operation;
  const { body, path, headers } = input;
  const header: Record<string, unknown> = {};
  for (const name in headers) header[name.toLowerCase()] = headers[name];
  // The validators of openapi-backend expect the parts of a request as properties of one object.
  const requestBody = body === undefined ? undefined : dropSurplus(body, closedProperties);
  const query = dropSurplus(input.query, queryNames);
  const parts = { path, query, header, cookie: {}, requestBody };
  const found: ErrorObject[] = [];
  for (const validate of validators) {
    if (validate(parts) === true) continue;
    // A validator returns true, or sets `errors`. If it does neither, it is defective, and the request must not pass.
    if (!validate.errors?.length) throw new Error(`A validator of ${operationId} came to no verdict.`);
    found.push(...validate.errors);
  }
  // Copies the values, with their defaults, from the validators' lower-case header names to the contract's names.
  for (const { name, in: place } of parameters) {
    const value = place === 'header' ? header[name.toLowerCase()] : undefined;
    if (value !== undefined) headers[name] = value;
  }
  return found;
}

/** Makes the error for a request that the schemas refuse. A header's problem comes last, because the body is checked first. */
function refuse({ parameters }: Operation, errors: readonly ErrorObject[]): ProblemError {
  const placed = errors.map((error) => placeError(error, parameters));
  const others = placed.filter(({ parameter }) => parameter?.problem === undefined);
  const problem = placed.find(({ parameter }) => parameter?.problem)?.parameter?.problem;
  if (problem && others.length === 0) return new ProblemError(problem.code, problem.detail);
  return validationFailed(explainErrors(others.map(({ error }) => error)));
}

/** Makes the error for fields that contradict each other: the first broken relation's problem, or `validation_failed`. */
function refuseUnrelated(breaches: readonly Breach[]): ProblemError {
  const [{ property, rule, problem } = { property: '', rule: '', problem: undefined }] = breaches;
  if (problem !== undefined) return new ProblemError(problem as ProblemError['code'], `${property} ${rule}.`);
  return validationFailed(breaches.slice(0, mostItems).map(describeBreach));
}

const validationFailed = (errors: readonly ProblemItem[]) =>
  new ProblemError('validation_failed', 'Some fields of the request are not valid: `errors` names each.', { errors });

function describeBreach({ property, pointer, rule, code }: Breach): ProblemItem {
  return { pointer, code, detail: `${property} ${rule}.` };
}

/** Adds an error for each broken relation between valid fields. If the refusal is a header's problem, the errors replace it. */
function addUnrelated(refusal: ProblemError, operation: Operation, { body }: AnyInput): ProblemError {
  if (typeof body !== 'object' || body === null) return refusal;
  const valid = leaveOutNamed(refusal, body);
  const breaches = operation
    .findUnrelated(valid)
    .filter(({ pointer, problem }) => (propertyOf(pointer) ?? '') in valid && problem === undefined);
  if (breaches.length === 0) return refusal;
  return refusal.code === 'validation_failed' ? withErrors(refusal, breaches.map(describeBreach)) : refuseUnrelated(breaches);
}

/** Returns the header parameter that an error is about, and the error with the contract's spelling of the name. */
function placeError(error: ErrorObject, parameters: readonly Parameter[]): { error: ErrorObject; parameter?: Parameter } {
  const [, place, ...steps] = error.instancePath.split('/');
  if (place !== 'header') return { error };
  const lower = steps[0] ?? String(error.params.missingProperty);
  const parameter = parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === lower);
  if (!parameter) return { error };
  return steps.length === 0
    ? { error: { ...error, params: { missingProperty: parameter.name } }, parameter }
    : { error: { ...error, instancePath: `/header/${parameter.name}` }, parameter };
}

/** Adds the errors that the examiner finds. They take precedence over the problem of a header. */
function addFurther(refusal: ProblemError, input: AnyInput, examiner: AnyExaminer | undefined): ProblemError {
  if (!examiner) return refusal;
  const valid = (values: object) => leaveOutNamed(refusal, values);
  try {
    examiner({ ...input, body: valid(input.body ?? {}), path: valid(input.path), query: valid(input.query) });
  } catch (error) {
    if (refusal.code !== 'validation_failed') throw error;
    if (!(error instanceof ProblemError && error.code === 'validation_failed')) throw error;
    return withErrors(refusal, error.errors ?? []);
  }
  return refusal;
}

function withErrors({ code, detail, errors = [] }: ProblemError, more: readonly ProblemItem[]): ProblemError {
  return new ProblemError(code, detail, { errors: [...errors, ...more].slice(0, mostItems) });
}

/** Returns the values for which a refusal reports no error. */
function leaveOutNamed({ errors = [] }: ProblemError, values: object): Record<string, unknown> {
  const named = new Set(errors.map(({ pointer }) => propertyOf(pointer)));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !named.has(name)));
}

const longestName = 256;

/** Returns the first name in a JSON pointer, which is a property of the body; undefined if it is longer than any real name. */
function propertyOf(pointer: string): string | undefined {
  const [, step = ''] = pointer.split('/', 2);
  // Unescaping a name that is this long would take as much time as parsing the body.
  return step.length > longestName ? undefined : step.replaceAll('~1', '/').replaceAll('~0', '~');
}
