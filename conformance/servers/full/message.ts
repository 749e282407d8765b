/** The fields of a JSON object. */
export type Fields = Record<string, unknown>;

/** A request as it arrived. A fault may change it before it is checked. */
export interface Message {
  method: string;
  path: string;
  query: string;
  /** The headers in order, with names in lower case. Repeated headers are kept. */
  headers: [name: string, value: string][];
  /** The body; undefined if its bytes are not UTF-8. */
  text: string | undefined;
  /** Length of the body in bytes. */
  bytes: number;
  /** Returns whether the caller has closed the connection. */
  isCut(): boolean;
}

/** A response as it will be sent. A fault may change it. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** A string is sent as it is; anything else is serialized as JSON. */
  body: unknown;
}

/** Returns the value of a header; undefined if there is none. */
export function headerOf(message: Message, name: string): string | undefined {
  return message.headers.find(([candidate]) => candidate === name)?.[1];
}

/** Replaces a header; undefined removes it. */
export function setHeader(message: Message, name: string, value: string | undefined): void {
  message.headers = message.headers.filter(([candidate]) => candidate !== name);
  if (value !== undefined) message.headers.push([name, value]);
}

/** Parses a body as JSON. Returns undefined if it is not a JSON object. */
export function fieldsOf({ text }: Message): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** Edits the fields of a body. Does nothing if the body is not a JSON object. */
export function editFields(message: Message, change: (fields: Fields) => void): void {
  const fields = fieldsOf(message);
  if (!fields) return;
  const before = JSON.stringify(fields);
  change(fields);
  // If no field has changed, the body keeps its exact text.
  if (JSON.stringify(fields) === before) return;
  message.text = JSON.stringify(fields);
  message.bytes = Buffer.byteLength(message.text);
}

/** Returns the last segment of a request's path: for the contract's operations, `create`, `submit` or `fetch`. */
export function actionOf({ path }: Message): string {
  return path.split('/').at(-1) ?? '';
}

/** Returns whether a response is a success that shows an invoice. */
export function isInvoice({ status, body }: Reply): boolean {
  return status < 300 && typeof body === 'object' && body !== null && Object.hasOwn(body, 'id');
}
