/** A way to say who asks (a security scheme), as a request writes it. */
export interface Credential {
  /** Its name among `securitySchemes`. */
  scheme: string;
  kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** Of the header, the parameter or the cookie. */
  name: string;
  pointer: string;
}

/** Where an operation gets the value of one of its parameters from: what another one returned. */
export interface Origin {
  /** Operation that makes, or lists, what the parameter names. */
  operation: string;
  /** Keys from the body of its response to the value; an item of a list is its first. */
  path: string[];
  /** True where each call makes a new one. */
  makes: boolean;
}

/** A document that is about anything, as a whole. */
export interface PlainDocument {
  title: string;
  /** Name of its file. */
  file: string;
  /** Parts of it that no case tries, each as a pointer, with what stands behind "not tried, because". */
  untried: { pointer: string; reason: string }[];
}
