/** A credential as a request sends it, from a security scheme. */
export interface Credential {
  /** Its name among `securitySchemes`. */
  scheme: string;
  kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** Name of the header, the query parameter or the cookie. */
  name: string;
  pointer: string;
}

/** The source of a parameter's value: a response of another operation. */
export interface Origin {
  /** The operation that makes or lists the object that the parameter names. */
  operation: string;
  /** Keys from the body of its response to the value. For a list, the first item is used. Empty for `Location`. */
  path: string[];
  /** Set if the value is the last part of a URL or of a longer name, whose path ends as this template. */
  place?: string;
  /** Key of the parameter with which the caller chooses the value: a PUT makes what has none of that name. */
  chosen?: string;
  /** True if that part stands for a number. */
  isNumber?: boolean;
  /** True if each call makes a new object. */
  makes: boolean;
}

/**
 * The way an object is written: each entry as a parameter, named `name[key]` or only by its key, or all entries in one text.
 * Absent where OpenAPI has no way.
 */
export type Entries = 'deep' | 'apart' | { before: string; equals: string; between: string };

/** The way the value of a parameter is written (`style`, `explode`). */
export interface Style {
  /** Encoded text between the entries of a list in one parameter; undefined where each entry is a parameter of its own. */
  between: string | undefined;
  /** Text before its value in a path, such as `;id=`; none by default. */
  before?: string;
  entries?: Entries;
  /** Set if its value is written as JSON. */
  isJson?: true;
}

/** The way a property of a body that is not JSON is written (`encoding`). */
export interface BodyPart extends Partial<Style> {
  /** Media type of the part. */
  type?: string;
  /** True if its value is the bytes of a file, with one character for each. */
  isFile?: boolean;
}

/** A plain document: any OpenAPI document other than the payment contract. */
export interface PlainDocument {
  title: string;
  /** Name of its file. */
  file: string;
  /** Parts of it that no case tries, each with its pointer and the reason. */
  untried: { pointer: string; reason: string }[];
}
