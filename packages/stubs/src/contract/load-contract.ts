import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { operations, scopes } from '@payment-invoice/generated';

/** The parts of the bundled contract that the stubs read. */
export interface Contract {
  openapi: string;
  servers: readonly { url: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  components: {
    schemas: Readonly<Record<string, unknown>>;
    securitySchemes: Readonly<Record<string, { type: string; scheme?: string; in?: string; name?: string }>>;
  };
  'x-problems': Readonly<Record<string, ProblemEntry>>;
}

export interface ProblemEntry {
  status: number;
  title: string;
  cause: string;
  cure: string;
}

/** Reads the bundled contract. Each call returns a new copy, because callers change their copy when they dereference it. */
export function loadContract(): Contract {
  // An import would share one object among all importers, and would include a file of another TypeScript project.
  const file = createRequire(import.meta.url).resolve('@payment-invoice/generated/contract.json');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** An operation with its documented responses, dereferenced. */
export interface DocumentedOperation {
  operationId: string;
  responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface DocumentedResponse {
  content?: Readonly<Record<string, { schema?: object; examples?: object }>>;
  headers?: Readonly<Record<string, { required?: boolean; schema?: object }>>;
}

/** The `operationId` of an operation, which the contract, the handlers and all other code use to name it. */
export type OperationId = keyof operations;

/** A scope of the contract. A token may have it, and an operation may require it. */
export type Scope = keyof typeof scopes;

/** A security scheme. `header` is the lower-case name of the header that contains the key; undefined for a bearer token. */
export interface CredentialKind {
  scheme: string;
  header: string | undefined;
}

/** One of the ways to call an operation: the credentials that are needed together, and their scopes. */
export interface Alternative<Scope = string> {
  kinds: readonly CredentialKind[];
  scopes: readonly Scope[];
}
