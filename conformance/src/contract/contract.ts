import type { DomainFacts } from './domain.ts';
import type { Lifecycle, MostAtOnce } from './lifecycle.ts';
import type { BodyPart, Comparison, Credential, Listing, Origin, Pages, PlainDocument, Style } from './plain/facts.ts';
import type { Validate } from './validate.ts';

export type { Comparison, Pages };

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

/** One normative statement of the contract, as `x-requirements` lists it. */
export interface Requirement {
  /** A short name that never changes. */
  id: string;
  level: 'MUST' | 'SHOULD';
  /** `core` if the source document states it; `extended` if the contract adds it for deployments that claim `feature`. */
  support: 'core' | 'extended';
  feature?: string;
  /** A second feature that a deployment must claim: the `x-feature` of the operation or property around the requirement. */
  within?: string;
  /** The aspect of the operation that the requirement is about, such as the media type. The suite derives cases from it. */
  about?: string;
  /** Schema keywords that express this requirement. They apply only to deployments to which the requirement applies. */
  keywords?: string[];
  /** The `code` of the item in `errors` if a value is refused because of this requirement. */
  item?: string;
  /** Why no case can test the requirement. */
  untestable?: string;
  text: string;
  /** Statements, by name, that a deployment can violate separately. Absent if there is only one, or if facts replace them. */
  clauses?: Record<string, string>;
  /** The section of the source document, or the id of the decision, on which the requirement is based. */
  source: string;
  /** JSON pointer to the requirement in openapi.yaml. */
  pointer: string;
}

/** A limit on requests (`x-rate-limits`). */
export interface RateLimit {
  name: string;
  /** Says which requests are counted together: those of one account, or those with the id of one invoice. */
  per: 'account' | 'invoice';
  requests: number;
  seconds: number;
  requirement: string;
}

/** The facts that a parameter and a response header have in common. */
interface Described {
  name: string;
  required: boolean;
  schema: Schema;
  feature?: string;
  requirements: Requirement[];
  pointer: string;
}

export interface ResponseHeader extends Described {
  /** The parameter whose value the header repeats (`x-echoes`). */
  echoes?: string;
}

/** A value that an operation accepts outside its body. */
export interface Parameter extends Described, Style {
  /** With `body`, the parameter's name is a path in the body, such as `lines/*\/price`. */
  in: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** The property, in the object that the parameter identifies, whose value is the parameter's value (`x-identifies`). */
  identifies?: string;
  /** Minimum number of seconds for which the server remembers the value (`x-kept-seconds`). */
  keptSeconds?: number;
  /** The key under which the suite stores the parameter's value. Set if another parameter or a property has the same name. */
  key?: string;
}

/** An API key, in a header, that an operation accepts instead of the token or requires in addition to it. */
export interface ApiKey {
  /** The key's name in `securitySchemes`. */
  scheme: string;
  header: string;
  scopes: string[];
}

/** A response in the documentation of an operation. */
export interface DocumentedResponse {
  /** A status code, a range such as `4XX`, or `DEFAULT`. */
  status: string;
  /** The response's media types or media ranges, each with a reference to its schema. */
  content: { type: string; schema?: string }[];
  headers: ResponseHeader[];
  pointer: string;
}

/** Facts about an operation that the suite needs only for plain documents. */
export interface PlainFacts {
  credentials: Credential[];
  otherCredentials: Credential[][];
  /** True if a request without credentials must be refused. */
  demandsCredentials: boolean;
  responses: DocumentedResponse[];
  /** Media type in which the suite sends the body. */
  mediaType: string;
  /** For a form or multipart body: how the document says that each property is encoded. */
  parts: ReadonlyMap<string, BodyPart>;
  /** If the body is a single value instead of an object: the key under which the suite stores it in a request's values. */
  bodyName?: string;
  /** True if a request without a body must be refused. */
  demandsBody: boolean;
  mayLeaveBody?: true;
  /** Example bodies in the document. */
  examples: unknown[];
  /** The same operation with a body in each of its other media types. */
  others: Operation[];
  /** Where the values of parameters and properties come from, by name. */
  origins: ReadonlyMap<string, Origin>;
  list?: Listing;
  /** Why no case tests the operation. */
  untried?: string;
}

export interface Operation {
  /** The operationId. If there is none, the method and the path. */
  id: string;
  /** The operationId in kebab-case, which is the first segment of the ids of the operation's cases. */
  slug: string;
  path: string;
  /** HTTP method in upper case. */
  method: string;
  /** The feature to which the operation belongs. Absent if every deployment has the operation. */
  feature?: string;
  /** The scopes that a token needs for this operation. */
  scopes: string[];
  apiKeys: ApiKey[];
  /** API keys in headers that every request must contain in addition to the token. */
  keysBeside: ApiKey[];
  pages?: Pages;
  rateLimits: RateLimit[];
  mostAtOnce?: MostAtOnce;
  /** Name of the request property or parameter whose value identifies an object of the account (`x-identifies`). */
  identifies?: string;
  /** Pointer to the schema of the identified object, and the object's property with the same value as `identifies`. */
  identified?: { object: string; property: string };
  /** Fields that contain a list of objects' ids. If nothing else identifies an object, a required list serves as `identifies`. */
  idLists: { field: string; schema: Schema; identified: { object: string; property: string } }[];
  /** The path parameters before `identifies`, which identify the parents of the identified object. */
  within: string[];
  parameters: Parameter[];
  /** False if all input of the operation is in parameters. */
  hasBody: boolean;
  /** Schema of the request body. It has no properties if there is no body. */
  request: Schema;
  /** False if the successful response has no body. */
  hasResponseBody: boolean;
  response: Schema;
  status: number;
  /** Headers of the successful response. */
  headers: ResponseHeader[];
  /** The operation's error responses: the status, the headers, and the problem codes in the examples. */
  refusals: { status: number; headers: ResponseHeader[]; codes: string[] }[];
  /** JSON pointer into openapi.yaml, like the next two fields. */
  pointer: string;
  requestPointer: string;
  responsePointer: string;
  requirements: Requirement[];
  /** Requirements listed in the operation's request or responses. Like those in `requirements`, they may be about an aspect. */
  nearby: Requirement[];
  /** True for the operation that creates the contract's main object, that is, the first object with a lifecycle. */
  creates: boolean;
  /** Present if the contract is a plain document, that is, an OpenAPI document without the suite's extensions. */
  plain?: PlainFacts;
}

/** A response property that repeats a value of a request (`x-echoes`). */
export interface Echo {
  property: string;
  /** The operation and the request property whose value is repeated. */
  operation: string;
  sent: string;
  /** Another name for the same request property. */
  or?: string;
  /** An operation that changes the value later. Its request also has the property `sent`. */
  changedBy?: string;
  /** Allowed differences between the two values. A feature may forbid them. */
  ignoring: string[];
}

/** A problem that the contract lists in `x-problems`. */
export interface CataloguedProblem {
  status: number;
  title: string;
  untestable?: string;
}

/** The contract in the form that the suite uses. Operations are in the contract's order, and requirements are found by id. */
export interface Contract {
  /** The facts about the contract's domain. Absent if the contract is a plain document. */
  domain?: DomainFacts;
  version: string;
  /** The parsed openapi.yaml. */
  document: Schema;
  sha256: string;
  operations: Operation[];
  requirements: Map<string, Requirement>;
  /** Description of each feature beyond core, by name. */
  features: Map<string, string>;
  /** Description of each section and decision that requirements refer to. */
  sources: Map<string, string>;
  problems: Map<string, CataloguedProblem>;
  scopes: string[];
  /** Maximum number of wrong tokens from one client address within a number of seconds. */
  wrongTokens: { failures: number; seconds: number; requirement: string };
  /** Maximum size of a request body, in bytes. */
  bodyLimit: number;
  lifecycle: Lifecycle;
  /** Present if the contract is a plain document: its title and file, and what no case tests. */
  plain?: PlainDocument;
  /** Compiles a validator for the schema at a reference, such as `#/components/schemas/Problem`. */
  compile(reference: string): Validate;
}

/** Returns the key under which a parameter's value is stored in the values of a request. */
export const keyOf = ({ key, name }: Parameter): string => key ?? name;

/** Finds an operation by its id. @throws Error if there is none, which is a defect in the suite */
export function operationById(contract: Contract, id: string): Operation {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`The contract has no operation ${id}.`);
  return operation;
}

/** Finds a requirement by its id or by the id of one of its clauses. @throws Error if there is none */
export function requirementById(contract: Contract, id: string): Requirement {
  const requirement = contract.requirements.get(requirementOf(id));
  if (!requirement) throw new Error(`The contract has no requirement ${id}.`);
  return requirement;
}

/** Returns the requirement's id from an id that may be `requirement/clause`. */
export const requirementOf = (id: string): string => id.split('/')[0] as string;

/** Finds the requirement about an aspect of an operation, among those of the operation itself, its request and its responses. */
export const findAbout = ({ requirements, nearby }: Operation, about: string): Requirement | undefined =>
  [...requirements, ...nearby].find((candidate) => candidate.about === about);

/** Finds the requirement about an aspect. @throws Error if there is none, because the contract must contain one */
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

/** Returns the main requirement in a list: the first core requirement, or else the first of all. */
export const ownOf = (stated: readonly Requirement[]): Requirement | undefined =>
  stated.find(({ support }) => support === 'core') ?? stated[0];

/**
 * Picks, from a part's requirements, the one that says that the part must be present. The list is sorted by source, so its first
 * entry may be about something else, such as a length.
 */
export const presenceOf = (stated: readonly Requirement[]): Requirement | undefined =>
  stated.find(({ support }) => support === 'core') ?? stated.find(({ keywords }) => keywords === undefined) ?? stated[0];

/** Returns the main requirement of a property. @throws Error if the property has none */
export function fieldRequirement(contract: Contract, schema: Schema, pointer: string): Requirement {
  const requirement = ownOf(requirementsOf(contract, schema));
  if (!requirement) throw new Error(describeUnstated([pointer]));
  return requirement;
}

/** Makes the error message for places in the contract that have no requirement. */
export const describeUnstated = (pointers: readonly string[]): string =>
  `No requirement stands at ${pointers.join(', ')}: say there under x-requirements what it promises.`;

/** Returns what a response property repeats according to its `x-echoes`. Returns undefined if it has no `x-echoes`. */
export function echoOf(property: string, schema: Schema): Echo | undefined {
  const stated = schema['x-echoes'] as (Omit<Echo, 'sent' | 'ignoring'> & { ignoring?: string[] }) | undefined;
  if (!stated) return undefined;
  const { property: sent, ignoring = [], ...others } = stated;
  return { ...others, property, sent, ignoring };
}
