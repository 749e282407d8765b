/** A credential that requests contain, as a security scheme describes it. */
export interface Credential {
  /** The credential's name in `securitySchemes`. */
  scheme: string;
  kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** Name of the header, query parameter or cookie. */
  name: string;
  pointer: string;
}

/** Where the value of a parameter comes from: the response of another operation, or the client's choice. */
export interface Origin {
  /** The operation whose response contains the object that the parameter identifies. */
  operation: string;
  /**
   * Keys that lead from the response body to the value. If they lead to a list, its first item is used. Empty if the value is in
   * the `Location` header.
   */
  path: string[];
  /** Template for the text with the value in it: a URL's end, or a name such as `shelves/fiction`. Absent for a bare value. */
  place?: string;
  /** Number of segments of `place` after the value. Default: 0. */
  before?: number;
  /** Key of the parameter whose value the client chooses, because a PUT creates the object. Absent for other origins. */
  chosen?: string;
  /** True if the document has an example of the value, which may be the id of an existing object, such as a member's user id. */
  hasExample?: true;
  /** True if the value must be a number. */
  isNumber?: boolean;
  /** True if each call creates a new object. */
  makes: boolean;
  /** True if the origin was found only by the parameter's name. The parameter's path then need not lead to the created object. */
  isShared?: true;
}

/**
 * How an object is serialized as a parameter: with one parameter for each member, named `name[key]` or just `key`, or with all
 * members in one string. Absent if OpenAPI does not say how.
 */
export type Entries = 'deep' | 'apart' | { before: string; equals: string; between: string };

/** How the value of a parameter is serialized (`style`, `explode`). */
export interface Style {
  /** The encoded separator between the items of a list. Undefined if each item becomes a parameter of its own. */
  between: string | undefined;
  /** Text before the value in a path, such as `;id=`. Default: none. */
  before?: string;
  entries?: Entries;
  /** Set if the value is serialized as JSON. */
  isJson?: true;
}

/** How a property is serialized in a body that is not JSON (`encoding`). */
export interface BodyPart extends Partial<Style> {
  /** Media type of the property's part in a multipart body. */
  type?: string;
  /** True if the value is the content of a file, as a string with one character for each byte. */
  isFile?: boolean;
}

/** How a value is compared with another one. */
export type Comparison = 'equal' | 'at-most' | 'at-least' | 'below' | 'above';

/** How a client reads a list page by page (`x-pages`). The values are names of parameters and response fields. */
export interface Pages {
  items: string;
  /** The response field that contains the cursor of the next page. It is null on the last page. */
  next: string;
  cursor: string;
  limit: string;
  /** For each parameter that filters the list: the item's field to compare with the parameter, and the kind of comparison. */
  filters?: Record<string, { field: string; is: Comparison }>;
  /** The ways to sort the list: the parameters to send, and the field of an item by which the server then sorts. */
  sorts?: { with: Record<string, unknown>; by: string; descending?: boolean }[];
}

/** How an operation returns a list. */
export interface Listing {
  /** Keys that lead from the response to the items. */
  path: string[];
  /** Keys that lead from an item to its id. */
  id: string[];
  /** True if the document describes the list with `x-pages`. */
  isStated: boolean;
  /** How the list is read in pages. Absent if the names of the parameters do not say how. */
  pages?: {
    limit: string;
    /** The largest value that `limit` may have. The next field, `sizes`, lists which of the values 1 and 2 are allowed. */
    largest: number;
    sizes: number[];
    /** The parameter that differs from page to page: a cursor, the number of the page, or the number of items before it. */
    turn: string;
    /** Keys that lead from the response to the next cursor. Absent if the client counts pages or items instead. */
    next?: string[];
    /** The number of the first page, if `turn` is the number of a page. */
    first?: number;
  };
  /** The field with the number of items on all pages. */
  total?: string;
  filters: Filters;
  /** Filters that the document may mean but does not state. */
  possible: Filters;
  /** Sort orders that the document states with `x-pages`, or else those inferred from the query parameters. */
  sorts: NonNullable<Pages['sorts']>;
  /** The order that the description seems to give the list. */
  order: NonNullable<Pages['sorts']>[number] | undefined;
}

export type Filters = NonNullable<Pages['filters']>;

/** A plain document: an OpenAPI document that is not the payment contract. */
export interface PlainDocument {
  title: string;
  file: string;
  /** Places in the document that no case tests, with the reasons. */
  untried: { pointer: string; reason: string }[];
}
