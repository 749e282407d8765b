import type { ErrorObject, ValidateFunction } from 'ajv';
import type { ApiAnswer } from './api-exchange.ts';
import { createAjv } from './create-ajv.ts';
import { refuseUnsendable } from './refuse-unsendable.ts';
import { UndocumentedAnswerError } from './undocumented-answer-error.ts';

/** The part of an OpenAPI operation that says what it answers, dereferenced. */
export interface DocumentedOperation {
  operationId: string;
  responses: Readonly<Record<string, DocumentedResponse>>;
}

interface DocumentedResponse {
  content?: Readonly<Record<string, { schema?: object }>>;
  headers?: Readonly<Record<string, { required?: boolean; schema?: object }>>;
}

/**
 * What is done about an answer whose body or headers break the contract: it is not looked at, it is told and sent, or it is told
 * and a 500 is sent instead. A status that the operation does not have is never sent.
 */
export type AnswerValidation = 'off' | 'log' | 'fail';

/** How answers are checked. */
export interface AnswerChecks {
  validation: AnswerValidation;
  /** Told of each answer that is sent although it breaks the contract. */
  onInvalidAnswer: (error: UndocumentedAnswerError, requestId: string) => void;
}

/** @throws UndocumentedAnswerError when the answer must not be sent, TypeError when a header cannot be */
export type AnswerChecker = (operationId: string, answer: ApiAnswer, requestId: string) => void;

/**
 * Compiles a checker of answers, as they are sent: status and content type must be documented, headers and body valid for both.
 * (openapi-backend's own holds an undocumented status, and every problem, to be valid.)
 */
export function createAnswerChecker(operations: readonly DocumentedOperation[], checks: AnswerChecks): AnswerChecker {
  const validators = compileValidators(operations);
  return (operationId, answer, requestId) => {
    const key = keyOf(operationId, answer.status, answer.headers['Content-Type'] ?? '');
    const validate = validators.get(key);
    if (!validate) throw new UndocumentedAnswerError(key, []);
    refuseUnsendable(answer.headers);
    if (answer.body === undefined) throw new UndocumentedAnswerError(key, ['there is no body']);
    if (checks.validation === 'off') return;
    const findings = [...findInHeaders(validate.headers, answer), ...findIn(validate.body, answer.body, 'body')];
    if (findings.length === 0) return;
    const error = new UndocumentedAnswerError(key, findings);
    if (checks.validation === 'fail') throw error;
    checks.onInvalidAnswer(error, requestId);
  };
}

interface Validators {
  body: ValidateFunction;
  headers: ValidateFunction;
}

function compileValidators(operations: readonly DocumentedOperation[]): Map<string, Validators> {
  const compileBody = compilerOf(createAjv({}, 'fast'));
  // A header is text, whatever it means.
  const compileHeaders = compilerOf(createAjv({ coerceTypes: true }, 'fast'));
  const validators = new Map<string, Validators>();
  for (const { operationId, responses } of operations) {
    for (const [status, { content = {}, headers = {} }] of Object.entries(responses)) {
      for (const [type, { schema }] of Object.entries(content)) {
        const key = keyOf(operationId, status, type);
        if (schema === undefined) throw new Error(`The contract gives no schema for ${key}.`);
        validators.set(key, { body: compileBody(schema), headers: compileHeaders(headersSchema(headers)) });
      }
    }
  }
  return validators;
}

/** Compiles a schema once: many answers have the same one, in copies of their own. */
function compilerOf(ajv: ReturnType<typeof createAjv>): (schema: object) => ValidateFunction {
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile(schema);
    compiled.set(text, validate);
    return validate;
  };
}

const keyOf = (operationId: string, status: number | string, type: string) => `${operationId} ${status} ${type}`;

/** Of an object that has the headers by lower-case name. */
function headersSchema(headers: NonNullable<DocumentedResponse['headers']>): object {
  const entries = Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header] as const);
  return {
    type: 'object',
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, { schema = {} }]) => [name, schema])),
  };
}

function findInHeaders(validate: ValidateFunction, { headers }: ApiAnswer): string[] {
  const byName: Record<string, string> = {};
  for (const name in headers) byName[name.toLowerCase()] = headers[name] ?? '';
  return findIn(validate, byName, 'headers');
}

/** Where and what, but no values: they end in a log. */
function findIn(validate: ValidateFunction, value: unknown, part: 'body' | 'headers'): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error: ErrorObject) => `${part}${error.instancePath} ${error.message ?? error.keyword}`);
}
