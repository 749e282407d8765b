/** A credential as a request sends it, from a security scheme. */
export interface Credential {
  /** Its name among `securitySchemes`. */
  scheme: string;
  kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** Name of the header, the query parameter or the cookie. */
  name: string;
  pointer: string;
}

/** Where an operation gets the value of a parameter from: a response of another operation. */
export interface Origin {
  /** The operation that makes or lists the object that the parameter names. */
  operation: string;
  /** Keys from the body of its response to the value. For a list, the first item is used. */
  path: string[];
  /** True if each call makes a new object. */
  makes: boolean;
}

/** A plain document: any OpenAPI document other than the payment contract. */
export interface PlainDocument {
  title: string;
  /** Name of its file. */
  file: string;
  /** Parts of it that no case tries, each with its pointer and the reason. */
  untried: { pointer: string; reason: string }[];
}
