/** A security scheme, and the header that holds its key, in lower case; undefined where it is a bearer token. */
export interface CredentialKind {
  scheme: string;
  header: string | undefined;
}

/** The credentials that are asked for together, with the scopes that they need: one of the ways to call an operation. */
export interface Alternative<Scope = string> {
  kinds: readonly CredentialKind[];
  scopes: readonly Scope[];
}
