import type { ErrorObject, ValidateFunction } from 'ajv';
import type { ApiAnswer } from './api-exchange.ts';
import { createAjv } from './create-ajv.ts';
import { UndocumentedAnswerError } from './undocumented-answer-error.ts';

/** The part of an OpenAPI operation that says what it answers, dereferenced. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>>;
}

/** @throws UndocumentedAnswerError when the contract does not have this answer of this operation */
export type AnswerChecker = (operationId: string, answer: ApiAnswer) => void;

/**
 * Compiles a checker of answers: status and content type must be documented, the body valid for both.
 * (openapi-backend's own holds an undocumented status, and every problem, to be valid.)
 */
export function createAnswerChecker(operations: readonly DocumentedOperation[]): AnswerChecker {
  const ajv = createAjv();
  const validators = new Map<string, ValidateFunction>();
  const keyOf = (operationId: string, status: number | string, type: string) => `${operationId} ${status} ${type}`;
  for (const { operationId, responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      for (const [type, { schema }] of Object.entries(response.content ?? {})) {
        if (schema === undefined) throw new Error(`The contract gives no schema for ${keyOf(operationId, status, type)}.`);
        validators.set(keyOf(operationId, status, type), ajv.compile(schema));
      }
    }
  }
  return (operationId, answer) => {
    const key = keyOf(operationId, answer.status, answer.headers['Content-Type'] ?? '');
    const validate = validators.get(key);
    if (!validate) throw new UndocumentedAnswerError(key, []);
    if (!validate(answer.body)) throw new UndocumentedAnswerError(key, describe(validate.errors ?? []));
  };
}

/** Where and what, but no values: they end in a log. */
function describe(errors: readonly ErrorObject[]): string[] {
  return errors.map((error) => `${error.instancePath || '/'} ${error.message ?? error.keyword}`);
}
