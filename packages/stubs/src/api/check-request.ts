import type { ErrorObject } from 'ajv';
import type { Operation } from '../contract/load-operations.ts';
import type { OperationId } from '../contract/operation-id.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { dropSurplus, mostItems } from '../request/drop-surplus.ts';
import { explainErrors } from '../request/explain-errors.ts';
import type { Examiner, HandlerInput } from './handlers.ts';

type Input = HandlerInput<OperationId, unknown>;

/**
 * Checks a request against the schemas of its operation, and fills in the defaults of its body. The examiner is asked only when
 * the request is refused, and sees only the properties that the schema accepts.
 * @throws ProblemError validation_failed, or the problem of a header parameter
 */
export function checkRequest(operation: Operation, input: Input, examiner: Examiner<OperationId, unknown> | undefined): void {
  const errors = findErrors(operation, input);
  if (errors.length === 0) return;
  const refusal = refuse(operation, errors);
  throw examiner ? examineFurther(refusal, input, examiner) : refusal;
}

function findErrors({ operationId, closedProperties, validators }: Operation, { body, headers }: Input): ErrorObject[] {
  const header: Record<string, unknown> = {};
  for (const name in headers) header[name.toLowerCase()] = headers[name as keyof typeof headers];
  // The shape that the validators of openapi-backend take.
  const parts = { path: {}, query: {}, header, cookie: {}, requestBody: dropSurplus(body, closedProperties) };
  const found: ErrorObject[] = [];
  for (const validate of validators) {
    if (validate(parts) === true) continue;
    // A verdict other than true without an error is no permission.
    if (!validate.errors?.length) throw new Error(`A validator of ${operationId} came to no verdict.`);
    found.push(...validate.errors);
  }
  return found;
}

/** Puts the body first, as the contract orders the checks: a header is refused only when the body is valid. */
function refuse({ headerParameters }: Operation, errors: readonly ErrorObject[]): ProblemError {
  const header = headerParameters.find(({ name }) =>
    errors.some(({ instancePath }) => instancePath === `/header/${name.toLowerCase()}`),
  );
  const inBody = errors.filter(({ instancePath }) => !instancePath.startsWith('/header'));
  if (header && inBody.length === 0) return new ProblemError(header.problem.code, header.problem.detail);
  return new ProblemError('validation_failed', 'Some fields of the body are not valid: `errors` names each.', {
    errors: explainErrors(inBody),
  });
}

/** Adds the errors that the examiner finds. A refused header gives way to any of them. */
function examineFurther(refusal: ProblemError, input: Input, examiner: Examiner<OperationId, unknown>): ProblemError {
  const named = new Set(refusal.errors?.map(({ pointer }) => propertyOf(pointer)));
  try {
    examiner({ ...input, body: Object.fromEntries(Object.entries(input.body).filter(([name]) => !named.has(name))) });
  } catch (error) {
    if (refusal.code !== 'validation_failed') throw error;
    if (!(error instanceof ProblemError && error.code === 'validation_failed')) throw error;
    return new ProblemError(refusal.code, refusal.detail, {
      errors: [...(refusal.errors ?? []), ...(error.errors ?? [])].slice(0, mostItems),
    });
  }
  return refusal;
}

/** Returns the property of the body that a JSON pointer leads into. */
function propertyOf(pointer: string): string | undefined {
  return pointer.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
}
