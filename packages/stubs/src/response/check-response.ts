import type { ErrorObject, ValidateFunction } from 'ajv';
import { createAjv } from '../contract/create-ajv.ts';
import type { DocumentedOperation, DocumentedResponse } from '../contract/load-contract.ts';
import { type RelatedSchema, relationCheck } from '../contract/relation-check.ts';
import type { ApiResponse } from '../request/api-messages.ts';
import { type Declared, declaredBy, dropUndeclared } from './drop-undeclared.ts';
import { type Asked, findContradictions } from './find-contradiction.ts';
import { checkSendable } from './sendable-headers.ts';
import { UndocumentedResponseError } from './undocumented-response-error.ts';

/**
 * Decides what happens to a response whose body or headers break the contract. `off` sends it unchecked, `log` reports and sends
 * it, and `fail` reports it and sends a 500 instead. A response whose status the operation does not document is never sent.
 */
export type ResponseValidation = 'off' | 'log' | 'fail';

/**
 * Decides what happens to properties that a handler returns but the contract does not name, such as columns of a database row
 * that was spread into the body. They are never sent: `drop` leaves them out and reports each place once; `refuse` treats them as
 * a breach of the contract.
 */
export type UndeclaredProperties = 'drop' | 'refuse';

export interface ResponseChecks {
  validation: ResponseValidation;
  undeclared: UndeclaredProperties;
  /** Called for each response that is sent although it breaks the contract, and for each warning when it first occurs. */
  onInvalidResponse: (error: UndocumentedResponseError, requestId: string) => void;
}

/** A response that is about to be sent, and the request that it belongs to. */
export interface CheckedResponse {
  operationId: string;
  requestId: string;
  response: ApiResponse;
  /** The request, after its checks; undefined when the response does not come from a handler. */
  asked: Asked | undefined;
  /** The names of all properties that the handler returned besides status, headers and body. */
  surplus: readonly string[];
}

/** Checks a response, and returns what to send. Throws an UndocumentedResponseError, or a TypeError for an unsendable header. */
export type ResponseChecker = (checked: CheckedResponse) => ApiResponse;

/** The maximum number of reported places that are stored. It is reached only when a handler makes up property names. */
const mostPlaces = 256;

/**
 * Prepares the checks of responses: of status, content type, headers and body. (openapi-backend accepts any status.)
 * @param recommendations the ids of requirements that say SHOULD
 * @returns a function that makes a checker with the options of an API
 */
export function createResponseChecks(operations: readonly DocumentedOperation[], recommendations: ReadonlySet<string>) {
  const validators = makeValidators(operations, recommendations);
  return ({ validation, undeclared, onInvalidResponse }: ResponseChecks): ResponseChecker => {
    const reported = new Set<string>();
    /** Reports a finding only once, because a handler that returns a whole database row causes it in every response. */
    const reportOnce = (error: UndocumentedResponseError, requestId: string) => {
      const places = error.findings.map((finding) => `${error.response} ${finding}`);
      const fresh = places.filter((place) => !reported.has(place));
      if (fresh.length === 0 || reported.size >= mostPlaces) return;
      for (const place of fresh) reported.add(place);
      onInvalidResponse(error, requestId);
    };
    return ({ operationId, requestId, response, asked, surplus }) => {
      const { status } = response;
      const type = response.headers['Content-Type'] ?? '';
      const refuse = (findings: readonly string[]) => new UndocumentedResponseError(nameOf(operationId, status, type), findings);
      const documented = validators.get(operationId)?.get(status)?.get(type)?.();
      if (!documented) throw refuse([]);
      const headers = checkSendable(response.headers);
      if (response.body === undefined && documented.body) throw refuse(['there is no body']);
      if (response.body !== undefined && !documented.body) throw refuse(['there is a body']);
      const dropped: string[] = [];
      const body = dropUndeclared(response.body, documented.declared, dropped);
      const sent = body === response.body ? response : { ...response, body };
      if (validation === 'off') return sent;
      const unnamed = dropped.map((pointer) => `body${pointer} is not a property that the contract names`);
      const found = surplus.map((name) => `${name} is not one of status, headers and body`);
      if (undeclared === 'refuse') found.push(...unnamed);
      const advised: string[] = [];
      // Checks at first only whether the response is valid, because nearly every response is. Collects errors only if it is not.
      if (!documented.headers(headers)) found.push(...findIn(documented.headers, headers, 'headers'));
      if (documented.body && !documented.body(body)) found.push(...findIn(documented.body, body, 'body'));
      else found.push(...documented.findFurther(body, asked, advised));
      if (found.length > 0) {
        const error = refuse(found);
        if (validation === 'fail') throw error;
        onInvalidResponse(error, requestId);
      } else if (unnamed.length > 0 || advised.length > 0) {
        reportOnce(refuse([...unnamed.map((finding) => `${finding}, and was left out`), ...advised]), requestId);
      }
      return sent;
    };
  };
}

interface Validators {
  /** The check of the body; undefined for a response without a body, whose content type is the empty string. */
  body: ValidateFunction | undefined;
  headers: ValidateFunction;
  /** The properties of the body that the contract names. */
  declared: Declared;
  /** Checks a valid body for errors that no schema can detect. `advised` receives the breaches of a SHOULD. */
  findFurther(body: unknown, asked: Asked | undefined, advised: string[]): string[];
}

/** Makes the checks of all responses, in nested maps. Each is compiled when first used, which makes the start faster. */
function makeValidators(operations: readonly DocumentedOperation[], recommendations: ReadonlySet<string>) {
  const compileBody = compilerOf(createAjv({}, 'fast'));
  // Header values are always text, so Ajv converts them to the type in the schema.
  const compileHeaders = compilerOf(createAjv({ coerceTypes: true }, 'fast'));
  const make = (operationId: string, [status, { content = {}, headers = {} }]: [string, DocumentedResponse]) => {
    const byType = Object.entries(content).map(([type, { schema, examples }]): [string, () => Validators] => {
      if (schema === undefined) throw new Error(`The contract gives no schema for ${nameOf(operationId, status, type)}.`);
      const compile = () => ({
        body: compileBody(schema),
        headers: compileHeaders(headersSchema(headers)),
        declared: declaredBy(schema),
        findFurther: furtherChecks(operationId, Number(status), { schema, examples }, recommendations),
      });
      return [type, once(compile)];
    });
    const declared = { names: undefined, items: undefined };
    const empty = () => ({ body: undefined, headers: compileHeaders(headersSchema(headers)), declared, findFurther: () => [] });
    return [Number(status), new Map(byType.length > 0 ? byType : [['', once<Validators>(empty)]])] as const;
  };
  const allOf = ({ operationId, responses }: DocumentedOperation) =>
    [operationId, new Map(Object.entries(responses).map((response) => make(operationId, response)))] as const;
  return new Map(operations.map(allOf));
}

/** Makes the checks that no schema can express: a success must fit its request, and a problem must be one that is documented. */
function furtherChecks(
  operationId: string,
  status: number,
  { schema, examples }: { schema: RelatedSchema; examples: object | undefined },
  recommendations: ReadonlySet<string>,
): Validators['findFurther'] {
  if (status < 400) {
    const findUnrelated = relationCheck(schema);
    return (body, asked, advised) => {
      const fields = body as Record<string, unknown>;
      const found = asked ? findContradictions(operationId, asked, fields) : [];
      for (const { pointer, rule, requirement } of findUnrelated(fields))
        (recommendations.has(requirement) ? advised : found).push(`body${pointer} ${rule}`);
      return found;
    };
  }
  // A response may contain only the problems that its examples in the contract show.
  const codes = new Set(Object.keys(examples ?? {}));
  return (body) => {
    const { code, status: said } = body as { code: string; status: number };
    return [
      ...(codes.has(code) ? [] : [`body/code is a problem that ${operationId} does not have with ${status}`]),
      ...(said === status ? [] : ['body/status must be the status of the response']),
    ];
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Makes a function that compiles equal schemas only once, because many responses have equal schemas. */
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

/** Makes the schema of an object whose properties are the response headers, by their lower-case names. */
function headersSchema(headers: NonNullable<DocumentedResponse['headers']>): object {
  const entries = Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header] as const);
  return {
    type: 'object',
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, { schema = {} }]) => [name, schema])),
  };
}

/** Describes errors by their places and the broken rules. Leaves out the values, because findings are logged. */
function findIn(validate: ValidateFunction, value: unknown, part: 'body' | 'headers'): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error: ErrorObject) => `${part}${error.instancePath} ${error.message ?? error.keyword}`);
}
