import type { operations, scopes } from '@payment-invoice/generated';

/** An operation with the responses that the contract documents, dereferenced. */
export interface DocumentedOperation {
  operationId: string;
  responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface DocumentedResponse {
  content?: Readonly<Record<string, { schema?: object; examples?: object }>>;
  headers?: Readonly<Record<string, { required?: boolean; schema?: object }>>;
}

/** The `operationId` of an operation, by which the contract, the handlers and everything else are matched. */
export type OperationId = keyof operations;

/** A scope of the contract, which a token may have and an operation may require. */
export type Scope = keyof typeof scopes;

/** A security scheme and the header that holds its key, in lower case. The header is undefined for a bearer token. */
export interface CredentialKind {
  scheme: string;
  header: string | undefined;
}

/** One of the ways to call an operation: the credentials that are needed together, and their scopes. */
export interface Alternative<Scope = string> {
  kinds: readonly CredentialKind[];
  scopes: readonly Scope[];
}
