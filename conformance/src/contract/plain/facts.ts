/** A credential as a request sends it, from a security scheme. */
export interface Credential {
  /** Its name among `securitySchemes`. */
  scheme: string;
  kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** Name of the header, the query parameter or the cookie. */
  name: string;
  pointer: string;
}

/** The source of a parameter's value: a response of another operation, or the caller's choice. */
export interface Origin {
  /** The operation that makes or lists the object that the parameter names. */
  operation: string;
  /** Keys from the body of its response to the value. For a list, the first item is used. Empty for `Location`. */
  path: string[];
  /** If the value is the last part of a URL or of a longer name: a template of the end of that path. */
  place?: string;
  /** Key of the parameter in which the caller chooses the value: a PUT makes an object that does not exist yet. */
  chosen?: string;
  /** True if the value is a number. */
  isNumber?: boolean;
  /** True if each call makes a new object. */
  makes: boolean;
}

/**
 * How an object is written: with a parameter for each entry, named `name[key]` or just by its key, or with all entries in one
 * text. Absent if OpenAPI defines no way.
 */
export type Entries = 'deep' | 'apart' | { before: string; equals: string; between: string };

/** How the value of a parameter is written (`style`, `explode`). */
export interface Style {
  /** Encoded separator of a list's entries in one parameter; undefined if each entry is a parameter of its own. */
  between: string | undefined;
  /** Text before the value in a path, such as `;id=`; none by default. */
  before?: string;
  entries?: Entries;
  /** Set if its value is written as JSON. */
  isJson?: true;
}

/** How a property is written in a body that is not JSON (`encoding`). */
export interface BodyPart extends Partial<Style> {
  /** Media type of the part. */
  type?: string;
  /** True if the value is the bytes of a file, each as one character. */
  isFile?: boolean;
}

/** A plain document: any OpenAPI document other than the payment contract. */
export interface PlainDocument {
  title: string;
  file: string;
  /** Parts of it that no case tries. */
  untried: { pointer: string; reason: string }[];
}
