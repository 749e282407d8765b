import type { ValidateFunction } from 'ajv';
import type { Lifecycle } from './lifecycle.ts';
import type { BodyPart, Credential, Origin, PlainDocument, Style } from './plain/facts.ts';

export interface Schema {
  [keyword: string]: unknown;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
}

/** One normative statement of the contract (its `x-requirements`). */
export interface Requirement {
  /** A slug that never changes. */
  id: string;
  level: 'MUST' | 'SHOULD';
  /** `core`: the source document states it. `extended`: the contract adds it, for deployments that claim `feature`. */
  support: 'core' | 'extended';
  feature?: string;
  /** A second feature (`x-feature`), whose part of the contract contains it. It applies only if both features are claimed. */
  within?: string;
  /** The aspect of its operation that it is about, so that cases can be derived from it. */
  about?: string;
  /** Keywords of the schema that states it. They apply only to deployments held to the requirement. */
  keywords?: string[];
  /** The `code` in `errors` when a value that breaks it is refused. */
  item?: string;
  /** The reason why no case can test it. */
  untestable?: string;
  text: string;
  /** The propositions in its text that can be false independently, by name; absent if it has only one, or if facts state them. */
  clauses?: Record<string, string>;
  /** Section of the source document, or id of the decision. */
  source: string;
  /** JSON pointer to it in openapi.yaml. */
  pointer: string;
}

/** A limit on requests (`x-rate-limits`). */
export interface RateLimit {
  name: string;
  /** The unit for which requests are counted: each account, or each invoice that requests identify. */
  per: 'account' | 'invoice';
  requests: number;
  seconds: number;
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

/** A value that an operation accepts outside its body. */
export interface Parameter extends Style {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  schema: Schema;
  feature?: string;
  requirements: Requirement[];
  /** The property that identifies an object of the account (`x-identifies`). The parameter holds its value. */
  identifies?: string;
  /** Minimum number of seconds that the server remembers the value (`x-kept-seconds`). */
  keptSeconds?: number;
  /** Its key among the values of a request, if another parameter or a body property has the same name. */
  key?: string;
  pointer: string;
}

/** How a list is read in pages (`x-pages`), as names of its parameters and of response fields. */
export interface Pages {
  items: string;
  /** The field with the cursor of the next page; null on the last page. */
  next: string;
  cursor: string;
  limit: string;
  /** The parameters that filter the items, each with the field that it is compared with. */
  filters?: Record<string, { field: string; is: 'equal' | 'at-most' | 'at-least' | 'below' | 'above' }>;
}

/** An API key in a header that an operation accepts, instead of the token or together with it. */
export interface ApiKey {
  /** Its name among `securitySchemes`. */
  scheme: string;
  header: string;
  scopes: string[];
}

/** A response that an operation documents. */
export interface DocumentedResponse {
  /** A status, a range such as `4XX`, or `DEFAULT`. */
  status: string;
  /** Its media types or media ranges, with references to their schemas. */
  content: { type: string; schema?: string }[];
  headers: ResponseHeader[];
  pointer: string;
}

/** The facts about an operation that only a plain document states. */
export interface PlainFacts {
  credentials: Credential[];
  /** True if a call without credentials must be refused. */
  demandsCredentials: boolean;
  responses: DocumentedResponse[];
  /** Media type of the body that is sent. */
  mediaType: string;
  /** The encoding of each property of a form or a multipart body that the document describes. */
  parts: ReadonlyMap<string, BodyPart>;
  /** Key of the body among the values of a request, if the body is a single value instead of an object with properties. */
  bodyName?: string;
  /** True if a request without a body must be refused. */
  demandsBody: boolean;
  /** Bodies that the document gives as examples. */
  examples: unknown[];
  /** The operation with its body in each further media type. */
  others: Operation[];
  /** Sources of the values of parameters and properties, by name. */
  origins: ReadonlyMap<string, Origin>;
  /** The reason why no case tries the operation. */
  untried?: string;
}

export interface Operation {
  /** The operationId, or the method and the path if there is none. */
  id: string;
  /** operationId in kebab-case. It is the first part of its cases' ids. */
  slug: string;
  path: string;
  /** In upper case. */
  method: string;
  /** The feature that it belongs to; absent for an operation that every deployment has. */
  feature?: string;
  /** Scopes that the token must have. */
  scopes: string[];
  apiKeys: ApiKey[];
  /** API keys in a header that are always demanded together with the token. */
  keysBeside: ApiKey[];
  pages?: Pages;
  rateLimits: RateLimit[];
  /** The request property or parameter that identifies an object of the account (`x-identifies`). */
  identifies?: string;
  /** Pointer to the schema of that object, and its property with the identifier. */
  identified?: { object: string; property: string };
  /** Properties and parameters that hold a list of such ids. A required one identifies objects if nothing else does. */
  idLists: { field: string; schema: Schema; identified: { object: string; property: string } }[];
  /** The path parameters that name the objects around the identified object. */
  within: string[];
  parameters: Parameter[];
  /** False for an operation that gets all its input from its parameters. */
  hasBody: boolean;
  /** Schema of the body; without properties if there is no body. */
  request: Schema;
  /** False if a success has no body. */
  hasResponseBody: boolean;
  response: Schema;
  status: number;
  /** Headers of its success response. */
  headers: ResponseHeader[];
  /** Its refusals: status, headers, and the problem codes in their examples. */
  refusals: { status: number; headers: ResponseHeader[]; codes: string[] }[];
  /** Pointers into openapi.yaml. */
  pointer: string;
  requestPointer: string;
  responsePointer: string;
  requirements: Requirement[];
  /** Requirements stated on its request and responses. They too may be about an aspect of the operation. */
  nearby: Requirement[];
  /** Present if the document is plain: any OpenAPI document without our facts. */
  plain?: PlainFacts;
}

/** A property of a response that repeats one of a request (`x-echoes`). */
export interface Echo {
  property: string;
  /** The operation and the request property that are repeated. */
  operation: string;
  sent: string;
  /** Differences that a core deployment may make. */
  ignoring: string[];
}

/** A problem of the catalogue (`x-problems`). */
export interface CataloguedProblem {
  status: number;
  title: string;
  untestable?: string;
}

/** The contract as the suite reads it, with operations in order and requirements by id. */
export interface Contract {
  version: string;
  /** All of openapi.yaml, parsed. */
  document: Schema;
  /** SHA-256 of openapi.yaml, in hex. */
  sha256: string;
  operations: Operation[];
  requirements: Map<string, Requirement>;
  /** Descriptions of the extended features, by name. */
  features: Map<string, string>;
  /** Descriptions of the sections and decisions that requirements cite. */
  sources: Map<string, string>;
  problems: Map<string, CataloguedProblem>;
  scopes: string[];
  /** The number of wrong tokens that one address may try within a number of seconds. */
  wrongTokens: { failures: number; seconds: number; requirement: string };
  /** Largest request body, in bytes. */
  bodyLimit: number;
  lifecycle: Lifecycle;
  /** Present if the document is plain: its title and file, and the parts that no case tries. */
  plain?: PlainDocument;
  /** Compiles a validator for a reference into the document, such as `#/components/schemas/Problem`. */
  compile(reference: string): ValidateFunction;
}

/** Returns the key of a parameter's value among the values of a request. */
export const keyOf = ({ key, name }: Parameter): string => key ?? name;

/** Finds an operation by its id. @throws Error if there is none, because the suite asks only for known operations */
export function operationById(contract: Contract, id: string): Operation {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`The contract has no operation ${id}.`);
  return operation;
}

/** Returns whether a success of the operation returns an invoice. */
export function showsInvoice({ operations }: Contract, { responsePointer }: Operation): boolean {
  return operations.find(({ id }) => id === 'createPayment')?.responsePointer === responsePointer;
}

/** Finds a requirement by its id or by the id of one of its clauses. @throws Error if there is none */
export function requirementById(contract: Contract, id: string): Requirement {
  const requirement = contract.requirements.get(requirementOf(id));
  if (!requirement) throw new Error(`The contract has no requirement ${id}.`);
  return requirement;
}

/** Returns the requirement of an id, which may be `requirement/clause`. */
export const requirementOf = (id: string): string => id.split('/')[0] as string;

/** Finds the requirement about an aspect of the operation: stated on the operation, on its request or on one of its responses. */
export const findAbout = ({ requirements, nearby }: Operation, about: string): Requirement | undefined =>
  [...requirements, ...nearby].find((candidate) => candidate.about === about);

/** Finds the requirement about an aspect. @throws Error if there is none, because the facts of an operation demand one */
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

/** Returns the main requirement of a part: the first core one, or else the first. */
export const ownOf = (stated: readonly Requirement[]): Requirement | undefined =>
  stated.find(({ support }) => support === 'core') ?? stated[0];

/**
 * Picks, from a part's requirements, the one that says that the part must be present: the first core requirement, else the first
 * without keywords, else the first of all. The list is sorted by source, so its first entry may be about something else, such as
 * a length.
 */
export function presenceOf(stated: readonly Requirement[]): Requirement | undefined {
  return stated.find(({ support }) => support === 'core') ?? stated.find(({ keywords }) => keywords === undefined) ?? stated[0];
}

/** Returns the main requirement of a property. @throws Error if none is stated */
export function fieldRequirement(contract: Contract, schema: Schema, pointer: string): Requirement {
  const requirement = ownOf(requirementsOf(contract, schema));
  if (!requirement) throw new Error(describeUnstated([pointer]));
  return requirement;
}

/** Describes which places of the contract have no requirement. */
export const describeUnstated = (pointers: readonly string[]): string =>
  `No requirement stands at ${pointers.join(', ')}: say there under x-requirements what it promises.`;

/** Returns the echo that a response property states; undefined if it states none. */
export function echoOf(property: string, schema: Schema): Echo | undefined {
  const stated = schema['x-echoes'] as { operation: string; property: string; ignoring?: string[] } | undefined;
  return stated && { property, operation: stated.operation, sent: stated.property, ignoring: stated.ignoring ?? [] };
}
