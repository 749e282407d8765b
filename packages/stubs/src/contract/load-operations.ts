import type { ValidateFunction } from 'ajv';
import type { Document } from 'openapi-backend';
import { ProblemError } from '../problems/problem-error.ts';
import { absentWhenNull, type BodiedOperation, closedPropertiesOf } from './closed-properties.ts';
import { createAjv } from './create-ajv.ts';
import type { Alternative, CredentialKind } from './credential-kinds.ts';
import type { DocumentedOperation } from './documented-operation.ts';
import type { Contract } from './load-contract.ts';
import { loadOpenApiBackend } from './load-openapi-backend.ts';
import { matchPath, type ReadPath } from './match-path.ts';
import type { OperationId } from './operation-id.ts';
import { type Parameter, type ParameterizedOperation, parametersOf } from './parameters.ts';
import { type GuardedOperation, isBearer, refuseUnenforced } from './refuse-unenforced.ts';
import { type Breach, type RelatedSchema, relationCheck } from './relation-check.ts';
import type { Scope } from './scope.ts';

/** An operation of the contract, dereferenced, with the checks of its requests. */
export interface Operation extends DocumentedOperation, GuardedOperation {
  operationId: OperationId;
  method: string;
  parameters: readonly Parameter[];
  /** The parameters of its query; undefined when it has none, and a query is nobody's concern. */
  queryNames: ReadonlySet<string> | undefined;
  /** Reads the values in its path; undefined where the path has no template. */
  readPath: ReadPath | undefined;
  /** False for one that takes all that it needs from its parameters. */
  hasBody: boolean;
  /** The ways to call it, by credentials that are asked for together. */
  alternatives: readonly Alternative<Scope>[];
  /** The properties of its body; undefined when it takes any. */
  closedProperties: ReadonlySet<string> | undefined;
  /** The properties of its body that may be left out, and for which null is the same. */
  absentWhenNull: readonly string[];
  /** Finds fields of its body that do not keep what they owe one another. */
  findUnrelated: (body: Readonly<Record<string, unknown>>) => Breach[];
  /** Each checks one part of the request (the body, the parameters) and fills in defaults. They are compiled when they are first asked for. */
  validators: readonly ValidateFunction[];
}

/** The operations of the contract, and the way to find one. */
export interface Operations {
  all: readonly Operation[];
  /** @throws ProblemError not_found or method_not_allowed */
  find(method: string, path: string): Operation;
}

/**
 * Hands the contract to openapi-backend, which finds operations and compiles the checks of their requests. It keeps the checks; the
 * list of operations is built once, here: left to itself, openapi-backend builds it anew for every request.
 * @throws Error when the contract asks for something that the stubs do not enforce
 */
export async function loadOperations(contract: Contract): Promise<Operations> {
  // One for all. Parameters were read by their types: coercion would take ` 5 ` and `0x10` for numbers. A number such as 1e400 is
  // read as Infinity, which is out of range and not of another type.
  const ajv = createAjv({ useDefaults: true, strictNumbers: false, verbose: true });
  const { OpenAPIBackend } = await loadOpenApiBackend();
  const backend = new OpenAPIBackend<Document>({
    definition: contract as never,
    strict: true,
    // openapi-backend knows only the meta-schema of OpenAPI 3.0; the contract is linted where it is written.
    quick: true,
    ignoreTrailingSlashes: false,
    customizeAjv: () => ajv as never,
  });
  // It would have the contract parsed, by a library that takes longer to load than all this does.
  backend.loadDocument = async () => {
    backend.document = backend.inputDocument as Document;
    return backend.document;
  };
  await backend.init();
  const { router, validator } = backend;
  const listed = backend.getOperations();
  router.getOperations = () => listed;
  // A root of "/" would be stripped, and `//api/v1/…` would match as `/api/v1/…`.
  router.apiRoot = '';

  const all = (listed as unknown as (Omit<Operation, 'parameters'> & ParameterizedOperation & BodiedOperation)[]).map(
    (operation) => {
      const { operationId } = operation;
      // Without an id openapi-backend makes no validator, and without one everything would pass.
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
    // A path that cannot be decoded is none.
    return operation?.readPath && !operation.readPath(path) ? undefined : operation;
  };

  // The router compares every path with every request; only paths with a template need that.
  const exact = new Map<string, Operation | undefined>();
  for (const { method, path } of all) {
    if (!path.includes('{')) exact.set(`${method.toUpperCase()} ${path}`, match(method, path));
  }
  const methods = [...new Set(all.map(({ method }) => method))];
  return {
    all,
    find(method, path) {
      const operation = exact.get(`${method} ${path}`) ?? match(method, path);
      if (operation) return operation;
      const allowed = methods.filter((other) => match(other, path)).map((other) => other.toUpperCase());
      if (allowed.length === 0) {
        throw new ProblemError('not_found', 'The API has no such path. Check the base URL and the path.');
      }
      throw new ProblemError('method_not_allowed', `This path is asked with ${allowed.join(' or ')}.`, {
        headers: { Allow: allowed.join(', ') },
      });
    },
  };
}

/** Finds where the credentials of a scheme are sent. */
function kindOf({ components: { securitySchemes } }: Contract, scheme: string): CredentialKind {
  const stated = securitySchemes[scheme];
  if (!stated) throw new Error(`The contract has no security scheme ${scheme}.`);
  return { scheme, header: isBearer(stated) ? undefined : stated.name?.toLowerCase() };
}
