import type { ValidateFunction } from 'ajv';
import type { Lifecycle } from './lifecycle.ts';
import type { Credential, Origin, PlainDocument } from './plain/facts.ts';

/** A JSON Schema of the contract. */
export interface Schema {
  [keyword: string]: unknown;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

/** One normative statement of the contract (its `x-requirements`). */
export interface Requirement {
  /** Slug; never changes. */
  id: string;
  level: 'MUST' | 'SHOULD';
  /** core: the source document states it. extended: this contract decided it; demanded only where `feature` is claimed. */
  support: 'core' | 'extended';
  feature?: string;
  /** Another feature that it lies below (`x-feature`); it is demanded only where both are claimed. */
  within?: string;
  /** Aspect of its operation that it is about, so that cases can be derived. */
  about?: string;
  /** Schema keywords beside the requirement that depend on it. */
  keywords?: string[];
  /** Code of the item of `errors` that a refusal has for a value that breaks it. */
  item?: string;
  /** The reason that no case can show it broken. */
  untestable?: string;
  text: string;
  /** The propositions of its text that can be false by themselves, by a name; absent where it is one, or facts say them. */
  clauses?: Record<string, string>;
  /** Section of the source document, or the decision. */
  source: string;
  /** JSON pointer to it in openapi.yaml. */
  pointer: string;
}

/** A limit on requests (`x-rate-limits`). */
export interface RateLimit {
  name: string;
  /** Requests are counted for each account, or for each object that they identify. */
  per: 'account' | 'invoice';
  requests: number;
  seconds: number;
  /** Id of the requirement that states it. */
  requirement: string;
}

export interface ResponseHeader {
  name: string;
  required: boolean;
  schema: Schema;
  feature?: string;
  requirements: Requirement[];
  pointer: string;
}

/** A value that an operation takes beside its body. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  /** True for a list whose values are between commas, and not in a parameter each. */
  isJoined: boolean;
  required: boolean;
  schema: Schema;
  feature?: string;
  requirements: Requirement[];
  /** The property of an object of the account that it holds (`x-identifies`). */
  identifies?: string;
  /** How long what it brought is kept, at least (`x-kept-seconds`). */
  keptSeconds?: number;
  /** Its name among the values of a request, where another parameter or a property of the body has the same. */
  key?: string;
  pointer: string;
}

/** How a list is read in pages (`x-pages`): names of its parameters, and of fields of the response. */
export interface Pages {
  items: string;
  /** The cursor of the next page; null in the last. */
  next: string;
  cursor: string;
  limit: string;
  /** The parameters that say which items are listed, each with what it is compared with. */
  filters?: Record<string, { field: string; is: 'equal' | 'at-most' | 'at-least' | 'below' | 'above' }>;
}

/** An API key in a header that an operation takes, in place of the token or beside it. */
export interface ApiKey {
  /** Its name among `securitySchemes`. */
  scheme: string;
  header: string;
  scopes: string[];
}

/** A response that an operation documents. */
export interface DocumentedResponse {
  /** A status, a range such as `4XX`, or `default`. */
  status: string;
  /** Its media types, or ranges of them, and references to their schemas. */
  content: { type: string; schema?: string }[];
  headers: ResponseHeader[];
  pointer: string;
}

/** Everything that a plain document says of an operation, beside what every contract does. */
export interface PlainFacts {
  credentials: Credential[];
  /** True where a call without credentials must be refused. */
  demandsCredentials: boolean;
  responses: DocumentedResponse[];
  /** Media type of the body that is sent. */
  mediaType: string;
  /** Set where the body is one value, and no object with properties: the name that it has among the values of a request. */
  bodyName?: string;
  /** True where a request without a body must be refused. */
  demandsBody: boolean;
  /** Bodies that the document has for examples. */
  examples: unknown[];
  /** Origins of parameters, and of properties, by the names that their values have. */
  origins: ReadonlyMap<string, Origin>;
  /** The reason that nothing of it is tried. */
  untried?: string;
}

export interface Operation {
  /** operationId; the method and the path where there is none. */
  id: string;
  /** operationId in kebab-case, the first part of its cases' ids. */
  slug: string;
  path: string;
  /** In upper case. */
  method: string;
  /** The feature that it belongs to; absent for an operation that every deployment has. */
  feature?: string;
  /** Scopes that its token must have. */
  scopes: string[];
  apiKeys: ApiKey[];
  /** API keys in a header that are demanded beside the token, whichever way it is called with one. */
  keysBeside: ApiKey[];
  pages?: Pages;
  rateLimits: RateLimit[];
  /** The property of the request, or the parameter, that identifies an object of the account (`x-identifies`). */
  identifies?: string;
  /** The schema of that object, as a pointer, and the property that holds it. */
  identified?: { object: string; property: string };
  parameters: Parameter[];
  /** False for one that takes all that it needs from its parameters. */
  hasBody: boolean;
  /** Schema of the body; one without properties where there is none. */
  request: Schema;
  /** False where a success has no body. */
  hasResponseBody: boolean;
  response: Schema;
  status: number;
  /** Headers of its success. */
  headers: ResponseHeader[];
  /** Headers of each of its refusals, by status, and the codes of the problems that are its examples. */
  refusals: { status: number; headers: ResponseHeader[]; codes: string[] }[];
  /** Pointers into openapi.yaml. */
  pointer: string;
  requestPointer: string;
  responsePointer: string;
  requirements: Requirement[];
  /** Requirements of its responses and of its request, which may be about an aspect of it too. */
  nearby: Requirement[];
  /** Present where the document is plain: it is about anything, and states none of our facts. */
  plain?: PlainFacts;
}

/** A property of a response that repeats one of a request (`x-echoes`). */
export interface Echo {
  property: string;
  /** The operation and the property of its request that are repeated. */
  operation: string;
  sent: string;
  /** Differences that a core deployment may make. */
  ignoring: string[];
}

/** A problem of the catalogue (`x-problems`). */
export interface CataloguedProblem {
  status: number;
  title: string;
  /** The reason that no case meets it. */
  untestable?: string;
}

/** The contract as the suite reads it: operations in order, requirements by id. */
export interface Contract {
  version: string;
  /** All of openapi.yaml, parsed. */
  document: Schema;
  /** SHA-256 of openapi.yaml, hex. */
  sha256: string;
  operations: Operation[];
  requirements: Map<string, Requirement>;
  /** Extended features by name, with a description of each. */
  features: Map<string, string>;
  /** Descriptions of the sections and decisions that requirements name. */
  sources: Map<string, string>;
  problems: Map<string, CataloguedProblem>;
  scopes: string[];
  /** Wrong tokens that an address may try. */
  wrongTokens: { failures: number; seconds: number; requirement: string };
  /** Largest request body, in bytes. */
  bodyLimit: number;
  lifecycle: Lifecycle;
  /** Present where the document is about anything: the parts of it that no case tries. */
  plain?: PlainDocument;
  /** Compiles a validator for a reference into the document, such as `#/components/schemas/Problem`. */
  compile(reference: string): ValidateFunction;
}

/** Returns the name that the value of a parameter has among those of a request. */
export const keyOf = ({ key, name }: Parameter): string => key ?? name;

/** Finds an operation, or throws: a case for an operation that is not in the contract is a mistake in the suite. */
export function operationById(contract: Contract, id: string): Operation {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`The contract has no operation ${id}.`);
  return operation;
}

/** Tells if the success of an operation is an invoice. */
export function showsInvoice({ operations }: Contract, { responsePointer }: Operation): boolean {
  return operations.find(({ id }) => id === 'createPayment')?.responsePointer === responsePointer;
}

/** Finds a requirement by its id or by that of one of its clauses, or throws. */
export function requirementById(contract: Contract, id: string): Requirement {
  const requirement = contract.requirements.get(requirementOf(id));
  if (!requirement) throw new Error(`The contract has no requirement ${id}.`);
  return requirement;
}

/** Returns the requirement that an id names: `requirement/clause` names a clause of one. */
export const requirementOf = (id: string): string => id.split('/')[0] as string;

/** Finds the requirement about an aspect of the operation: on itself, on its request or on one of its responses. */
export function findAbout({ requirements, nearby }: Operation, about: string): Requirement | undefined {
  return [...requirements, ...nearby].find((candidate) => candidate.about === about);
}

/** Finds the same, or throws: each operation must have a requirement for each aspect that its facts demand. */
export function requirementAbout(operation: Operation, about: string): Requirement {
  const requirement = findAbout(operation, about);
  if (!requirement)
    throw new Error(`Operation ${operation.id} has no requirement with about: ${about} (${operation.pointer}/x-requirements).`);
  return requirement;
}

export function requirementsOf(contract: Contract, schema: Schema): Requirement[] {
  const listed = (schema['x-requirements'] ?? []) as { id: string }[];
  return listed.map(({ id }) => requirementById(contract, id));
}

/** Returns the requirement of a part as such: its first core one, else the first one of a feature. */
export function ownOf(stated: readonly Requirement[]): Requirement | undefined {
  return stated.find(({ support }) => support === 'core') ?? stated[0];
}

/**
 * Returns the requirement that a part is there: its first core one, else the first that speaks of no keywords, else the first. They
 * are sorted by source, so that the one about a length may come before it.
 */
export function presenceOf(stated: readonly Requirement[]): Requirement | undefined {
  return stated.find(({ support }) => support === 'core') ?? stated.find(({ keywords }) => keywords === undefined) ?? stated[0];
}

/** Returns the requirement of a property as such. */
export function fieldRequirement(contract: Contract, schema: Schema, pointer: string): Requirement {
  const requirement = ownOf(requirementsOf(contract, schema));
  if (!requirement) throw new Error(describeUnstated([pointer]));
  return requirement;
}

/** Says of which places nothing is promised. */
export const describeUnstated = (pointers: readonly string[]): string =>
  `No requirement stands at ${pointers.join(', ')}: say there under x-requirements what it promises.`;

/** Returns the echo that a property of a response is, if it is one. */
export function echoOf(property: string, schema: Schema): Echo | undefined {
  const stated = schema['x-echoes'] as { operation: string; property: string; ignoring?: string[] } | undefined;
  return stated && { property, operation: stated.operation, sent: stated.property, ignoring: stated.ignoring ?? [] };
}
