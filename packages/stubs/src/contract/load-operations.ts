import type { ValidateFunction } from 'ajv';
import type { Document } from 'openapi-backend';
import { ProblemError } from '../problems/problem-error.ts';
import { createAjv } from './create-ajv.ts';
import type { Alternative, Contract, CredentialKind, DocumentedOperation, OperationId, Scope } from './load-contract.ts';
import { loadOpenApiBackend } from './load-openapi-backend.ts';
import { type Parameter, type ParameterizedOperation, parametersOf } from './parameters.ts';
import { type Breach, type RelatedSchema, relationCheck } from './relation-check.ts';

/** An operation of the contract, dereferenced, and the checks of its requests. */
export interface Operation extends DocumentedOperation, GuardedOperation {
  operationId: OperationId;
  method: string;
  parameters: readonly Parameter[];
  /** The names of the query's parameters; undefined if there are none. The query is then ignored. */
  queryNames: ReadonlySet<string> | undefined;
  /** Reads the values in the path; undefined when the path has no template. */
  readPath: ReadPath | undefined;
  /** False for an operation whose input is only in its parameters. */
  hasBody: boolean;
  /** The ways to call the operation, each with the credentials that are needed together. */
  alternatives: readonly Alternative<Scope>[];
  /** The names of the properties that the body may have; undefined when it may have any. */
  closedProperties: ReadonlySet<string> | undefined;
  /** The optional properties of the body for which null means the same as absence. */
  absentWhenNull: readonly string[];
  /** Finds fields of the body that break a relation to another field. */
  findUnrelated: (body: Readonly<Record<string, unknown>>) => Breach[];
  /** Finds parameters of the query that break a relation to another parameter. */
  findUnrelatedQuery: (query: Readonly<Record<string, unknown>>) => Breach[];
  /** The validators of the body and the parameters, which fill in defaults. They are compiled when they are first read. */
  validators: readonly ValidateFunction[];
}

/** The operations of the contract, and a function that finds the operation of a request. */
export interface Operations {
  all: readonly Operation[];
  /** Returns the operation of a method and a path. Throws a ProblemError: not_found or method_not_allowed. */
  find(method: string, path: string): Operation;
}

/** Loads the contract into openapi-backend, and lists its operations. Throws an Error if the stubs cannot enforce it. */
export async function loadOperations(contract: Contract): Promise<Operations> {
  // All validators share this instance. It does not coerce types, because that would accept ` 5 ` and `0x10` as numbers.
  // `strictNumbers` is off, so that 1e400, which is read as Infinity, is out of range and not of a wrong type.
  const ajv = createAjv({ useDefaults: true, strictNumbers: false, verbose: true });
  const { OpenAPIBackend } = await loadOpenApiBackend();
  const backend = new OpenAPIBackend<Document>({
    definition: contract as never,
    strict: true,
    // Skips openapi-backend's validation, which knows only OpenAPI 3.0. The contract's linter validates the document.
    quick: true,
    ignoreTrailingSlashes: false,
    customizeAjv: () => ajv as never,
  });
  // Replaces a method that parses the contract, because its parser takes longer to load than all other code here.
  backend.loadDocument = async () => {
    backend.document = backend.inputDocument as Document;
    return backend.document;
  };
  await backend.init();
  const { router, validator } = backend;
  const listed = backend.getOperations();
  router.getOperations = () => listed;
  // Otherwise the root is "/", and openapi-backend would remove it from a path, so that `//api/v1/…` would match `/api/v1/…`.
  router.apiRoot = '';

  const all = (listed as unknown as (Omit<Operation, 'parameters'> & ParameterizedOperation & BodiedOperation)[]).map(
    (operation) => {
      const { operationId } = operation;
      // Refuses an operation without an operationId: openapi-backend would make no validators for it, and accept every request.
      const refuse = (): never => {
        throw new Error(`Requests to ${operationId} would not be checked.`);
      };
      if (operationId === undefined) refuse();
      const parameters = parametersOf(operation);
      const queryNames = parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : []));
      return {
        ...operation,
        parameters,
        queryNames: queryNames.length > 0 ? new Set(queryNames) : undefined,
        readPath: operation.path.includes('{') ? matchPath(operation.path) : undefined,
        hasBody: operation.requestBody !== undefined,
        alternatives: operation.security.map((requirement) => ({
          kinds: Object.keys(requirement).map((scheme) => kindOf(contract, scheme)),
          scopes: Object.values(requirement).flat() as Scope[],
        })),
        closedProperties: closedPropertiesOf(operation),
        absentWhenNull: absentWhenNull(operation),
        findUnrelatedQuery: relationCheck({
          properties: Object.fromEntries(
            (operation.parameters ?? []).flatMap((one) => (one.in === 'query' ? [[one.name, one as RelatedSchema]] : [])),
          ),
        }),
        findUnrelated: relationCheck((operation.requestBody?.content?.['application/json']?.schema ?? {}) as RelatedSchema),
        get validators() {
          const validators = validator.getRequestValidatorsForOperation(operationId) ?? [];
          return validators.length > 0 ? validators : refuse();
        },
      };
    },
  );
  refuseUnenforced(contract, all);
  const byId = new Map<string | undefined, Operation>(all.map((operation) => [operation.operationId, operation]));
  const match = (method: string, path: string) => {
    const operation = byId.get(router.matchOperation({ method, path, headers: {} })?.operationId);
    // If the values in the path cannot be decoded, the path matches no operation.
    return operation?.readPath && !operation.readPath(path) ? undefined : operation;
  };

  // The operations whose path has no parameters. The router would find them more slowly, because it tries every path.
  const exact = new Map<string, Operation | undefined>();
  for (const { method, path } of all) if (!path.includes('{')) exact.set(`${method.toUpperCase()} ${path}`, match(method, path));
  const methods = [...new Set(all.map(({ method }) => method))];
  return {
    all,
    find(method, path) {
      const operation = exact.get(`${method} ${path}`) ?? match(method, path);
      if (operation) return operation;
      const allowed = methods.filter((other) => match(other, path)).map((other) => other.toUpperCase());
      if (allowed.length === 0) throw new ProblemError('not_found', 'The API has no such path. Check the base URL and the path.');
      const headers = { Allow: allowed.join(', ') };
      throw new ProblemError('method_not_allowed', `Send ${allowed.join(' or ')} to this path.`, { headers });
    },
  };
}

function kindOf({ components: { securitySchemes } }: Contract, scheme: string): CredentialKind {
  const stated = securitySchemes[scheme];
  if (!stated) throw new Error(`The contract has no security scheme ${scheme}.`);
  return { scheme, header: isBearer(stated) ? undefined : stated.name?.toLowerCase() };
}

/** Returns the decoded values in a path; undefined when the path does not match the template or cannot be decoded. */
type ReadPath = (path: string) => Readonly<Record<string, string>> | undefined;

/** Makes the reader for a path template, such as `/payments/{id}`. */
function matchPath(template: string): ReadPath {
  const names = Array.from(template.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name);
  const fixed = template.split(/\{[^{}]+\}/).map((text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${fixed.join('([^/]+)')}$`);
  return (path) => {
    const texts = pattern.exec(path)?.slice(1);
    if (!texts) return undefined;
    try {
      return Object.fromEntries(texts.map((text, index) => [names[index], decodeURIComponent(text)]));
    } catch {
      return undefined;
    }
  };
}

/** An operation, dereferenced, with the part of its request body's schema that says which properties are allowed. */
interface BodiedOperation {
  requestBody?: { content?: Readonly<Record<string, { schema?: BodySchema }>> };
}

interface BodySchema {
  properties?: Readonly<Record<string, { type?: string | string[] }>>;
  required?: readonly string[];
  additionalProperties?: unknown;
}

function closedPropertiesOf({ requestBody }: BodiedOperation): ReadonlySet<string> | undefined {
  const { properties, additionalProperties } = requestBody?.content?.['application/json']?.schema ?? {};
  return properties && additionalProperties === false ? new Set(Object.keys(properties)) : undefined;
}

function absentWhenNull({ requestBody }: BodiedOperation): readonly string[] {
  const { properties = {}, required = [] } = requestBody?.content?.['application/json']?.schema ?? {};
  return Object.entries(properties).flatMap(([name, { type }]) =>
    [type].flat().includes('null') && !required.includes(name) ? [name] : [],
  );
}

/** An operation with its path and the credentials that it requires. */
interface GuardedOperation {
  operationId: string;
  path: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** Returns whether a scheme's token is sent as `Authorization: Bearer`. This includes tokens of OAuth 2 and OpenID Connect. */
const isBearer = ({ type, scheme }: Contract['components']['securitySchemes'][string]): boolean =>
  (type === 'http' && scheme?.toLowerCase() === 'bearer') || type === 'oauth2' || type === 'openIdConnect';

/** Throws an Error for a scheme other than a bearer token or a key in a header, and for an operation without security. */
function refuseUnenforced(contract: Contract, operations: readonly GuardedOperation[]): void {
  for (const [name, scheme] of Object.entries(contract.components.securitySchemes)) {
    if (!isBearer(scheme) && !(scheme.type === 'apiKey' && scheme.in === 'header'))
      throw new Error(`The security scheme ${name} is neither a bearer token nor a key in a header.`);
  }
  for (const { operationId, security } of operations) {
    const guarded = security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);
    if (!guarded) throw new Error(`The operation ${operationId} can be called without a token.`);
  }
}
