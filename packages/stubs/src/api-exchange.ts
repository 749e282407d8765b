/** A request, free of any framework. */
export interface ApiRequest {
  method: string;
  /** Path without the query; no operation of the contract has a query, so none is looked at. */
  path: string;
  /** The path that the client asked for, when the API is mounted below another and `path` is only the rest of it. */
  askedPath?: string;
  /** Names and values in turn, as on the wire: only here do duplicates still show. */
  rawHeaders: readonly string[];
  /** Given by whoever takes the request in, so that every answer of a server is named the same way. */
  requestId: string;
  /** The client's address as far as it is to be believed; undefined when the connection is already gone. */
  remoteAddress: string | undefined;
  /**
   * Reads the whole body.
   * @throws ProblemError payload_too_large when it is longer than `limit` bytes
   */
  readBody(limit: number): Promise<Buffer>;
}

/** An answer, free of any framework; `body` is yet to be written as JSON. */
export interface ApiAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** Every value of a header, in the order sent; the name is compared without case. */
export function headerValues(request: Pick<ApiRequest, 'rawHeaders'>, name: string): string[] {
  const values: string[] = [];
  const { rawHeaders } = request;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] ?? '';
    // Asked several times a request: most names are told apart by their length.
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}
