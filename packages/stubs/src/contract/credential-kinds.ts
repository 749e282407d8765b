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
