import type { ErrorObject, ValidateFunction } from 'ajv';
import { createAjv } from '../contract/create-ajv.ts';
import type { DocumentedOperation, DocumentedResponse } from '../contract/documented-operation.ts';
import type { ApiResponse } from './api-response.ts';
import { checkSendable } from './sendable-headers.ts';
import { UndocumentedResponseError } from './undocumented-response-error.ts';

/**
 * The treatment of a response whose body or headers break the contract: `off` sends it unchecked, `log` reports and sends it,
 * `fail` reports it and sends a 500 instead. A status that the operation does not have is never sent.
 */
export type ResponseValidation = 'off' | 'log' | 'fail';

export interface ResponseChecks {
  validation: ResponseValidation;
  /** Called with each response that is sent although it breaks the contract. */
  onInvalidResponse: (error: UndocumentedResponseError, requestId: string) => void;
}

/** @throws UndocumentedResponseError when the response must not be sent, TypeError when one of its headers cannot be sent */
export type ResponseChecker = (operationId: string, response: ApiResponse, requestId: string) => void;

/**
 * Makes what checks responses as they are sent: status and content type must be documented, and headers and body valid for
 * both. (The checker of openapi-backend calls an undocumented status valid, and every problem.)
 * @returns makes a checker, as strict as an API wants it
 */
export function createResponseChecks(operations: readonly DocumentedOperation[]): (checks: ResponseChecks) => ResponseChecker {
  const validators = makeValidators(operations);
  return (checks) => (operationId, response, requestId) => {
    const { status, body } = response;
    const type = response.headers['Content-Type'] ?? '';
    const refuse = (findings: readonly string[]) => new UndocumentedResponseError(nameOf(operationId, status, type), findings);
    const validate = validators.get(operationId)?.get(status)?.get(type)?.();
    if (!validate) throw refuse([]);
    const headers = checkSendable(response.headers);
    if (body === undefined && validate.body) throw refuse(['there is no body']);
    if (body !== undefined && !validate.body) throw refuse(['there is a body']);
    if (checks.validation === 'off') return;
    // Nearly every response is valid, and needs no list of what is wrong.
    if (validate.headers(headers) && (!validate.body || validate.body(body))) return;
    const inBody = validate.body ? findIn(validate.body, body, 'body') : [];
    const error = refuse([...findIn(validate.headers, headers, 'headers'), ...inBody]);
    if (checks.validation === 'fail') throw error;
    checks.onInvalidResponse(error, requestId);
  };
}

interface Validators {
  /** Undefined for a response without a body, which is under the content type ''. */
  body: ValidateFunction | undefined;
  headers: ValidateFunction;
}

/**
 * Makes the checks of each response: by operation, status and content type, as text made of the three would be hashed at each
 * request. Each is compiled when it is first asked for: compiling all took a tenth of the time to start.
 */
function makeValidators(operations: readonly DocumentedOperation[]) {
  const compileBody = compilerOf(createAjv({}, 'fast'));
  // The value of a header is text, whatever its type.
  const compileHeaders = compilerOf(createAjv({ coerceTypes: true }, 'fast'));
  const make = (operationId: string, [status, { content = {}, headers = {} }]: [string, DocumentedResponse]) => {
    const byType = Object.entries(content).map(([type, { schema }]): [string, () => Validators] => {
      if (schema === undefined) throw new Error(`The contract gives no schema for ${nameOf(operationId, status, type)}.`);
      return [type, once(() => ({ body: compileBody(schema), headers: compileHeaders(headersSchema(headers)) }))];
    });
    if (byType.length === 0)
      byType.push(['', once(() => ({ body: undefined, headers: compileHeaders(headersSchema(headers)) }))]);
    return [Number(status), new Map(byType)] as const;
  };
  return new Map(
    operations.map(({ operationId, responses }) => [
      operationId,
      new Map(Object.entries(responses).map((response) => make(operationId, response))),
    ]),
  );
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Compiles a schema once: many responses have the same one, each in its own copy. */
function compilerOf(ajv: ReturnType<typeof createAjv>): (schema: object) => ValidateFunction {
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile(schema);
    compiled.set(text, validate);
    return validate;
  };
}

const nameOf = (operationId: string, status: number | string, type: string) => `${operationId} ${status} ${type}`;

/** Makes the schema of an object that holds the headers by lower-case name. */
function headersSchema(headers: NonNullable<DocumentedResponse['headers']>): object {
  const entries = Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header] as const);
  return {
    type: 'object',
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, { schema = {} }]) => [name, schema])),
  };
}

/** Names places and rules, but no values: findings end up in a log. */
function findIn(validate: ValidateFunction, value: unknown, part: 'body' | 'headers'): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error: ErrorObject) => `${part}${error.instancePath} ${error.message ?? error.keyword}`);
}
