import type { ValidateFunction } from 'ajv';

/** A JSON Schema of the contract. */
export interface Schema {
  [keyword: string]: unknown;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
}

/** One normative statement of the contract (its `x-requirements`). */
export interface Requirement {
  /** Slug; never changes. */
  id: string;
  level: 'MUST' | 'SHOULD';
  /** core: the source document states it. extended: this contract decided it; demanded only where `feature` is claimed. */
  support: 'core' | 'extended';
  feature?: string;
  /** Aspect of its operation that it is about, so that cases can be derived. */
  about?: string;
  /** Schema keywords beside the requirement that depend on it. */
  keywords?: string[];
  text: string;
  /** Section of the source document, or the decision. */
  source: string;
  /** JSON pointer to it in openapi.yaml. */
  pointer: string;
}

/** One operation of the contract. */
export interface Operation {
  /** operationId. */
  id: string;
  /** operationId in kebab-case, the first part of its cases' ids. */
  slug: string;
  path: string;
  /** In upper case. */
  method: string;
  request: Schema;
  /** Schema of the success response. */
  response: Schema;
  /** Pointers into openapi.yaml. */
  pointer: string;
  requestPointer: string;
  responsePointer: string;
  requirements: Requirement[];
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
  /** The catalogue of problems. */
  problems: Map<string, { status: number; title: string }>;
  lifecycle: Lifecycle;
  /** Compiles a validator for a reference into the document, such as `#/components/schemas/Problem`. */
  compile(reference: string): ValidateFunction;
}

/** The state machine of an invoice (`x-lifecycle`). */
export interface Lifecycle {
  states: string[];
  initial: string;
  terminal: string[];
  transitions: Transition[];
}

/** The effect of one event in some states. */
export interface Transition {
  event: string;
  from: string[];
  /** A state, or `same`. Absent where the event cannot occur. */
  to?: string;
  /** Fields other than status that change; the rest stay. */
  changes?: string[];
  status?: number;
  problem?: string;
  requirement?: string;
  impossible?: string;
}

/** Finds an operation, or throws: a case for an operation that is not in the contract is a mistake in the suite. */
export function operationById(contract: Contract, id: string): Operation {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`The contract has no operation ${id}.`);
  return operation;
}

/** Finds a requirement, or throws. */
export function requirementById(contract: Contract, id: string): Requirement {
  const requirement = contract.requirements.get(id);
  if (!requirement) throw new Error(`The contract has no requirement ${id}.`);
  return requirement;
}

/** Finds the operation's requirement about an aspect, or throws: each operation must have one for each aspect. */
export function requirementAbout(operation: Operation, about: string): Requirement {
  const requirement = operation.requirements.find((candidate) => candidate.about === about);
  if (!requirement)
    throw new Error(`Operation ${operation.id} has no requirement with about: ${about} (${operation.pointer}/x-requirements).`);
  return requirement;
}

/** Returns the requirements of a property's schema. */
export function requirementsOf(contract: Contract, schema: Schema): Requirement[] {
  const listed = (schema['x-requirements'] ?? []) as { id: string }[];
  return listed.map(({ id }) => requirementById(contract, id));
}

/** Returns the requirement of the property as such: its first core one. */
export function fieldRequirement(contract: Contract, schema: Schema, pointer: string): Requirement {
  const requirement = requirementsOf(contract, schema).find(({ support }) => support === 'core');
  if (!requirement) throw new Error(`No core requirement stands at ${pointer}.`);
  return requirement;
}
