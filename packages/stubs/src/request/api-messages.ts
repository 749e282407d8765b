import { randomUUID } from 'node:crypto';

/** A request, independent of any framework. */
export interface ApiRequest {
  method: string;
  /** The path as it was sent, without the query. */
  path: string;
  /** The query as it was sent, without its `?`. By default there is none. */
  query?: string;
  /** The whole path that the client sent. Set it if the API is mounted below a path, because `path` is then only the rest. */
  askedPath?: string;
  /** The headers as they were sent, each name followed by its value. A repeated header occurs several times. */
  rawHeaders: readonly string[];
  /** The request's id. The server that receives the request chooses it, so that all its responses use the same kind of id. */
  requestId: string;
  /** The client's address, from the connection or a trusted proxy; undefined when the connection is closed. */
  remoteAddress: string | undefined;
  /** Reads the whole body. Throws a ProblemError payload_too_large when it is longer than `limit` bytes. */
  readBody(limit: number): Promise<Buffer>;
}

/** Returns the values of a header, named in lower case, in the order in which they were sent. */
export function headerValues(request: Pick<ApiRequest, 'rawHeaders'>, name: string): string[] {
  const values: string[] = [];
  const { rawHeaders } = request;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] ?? '';
    // Compares the lengths first, because this runs several times per request, and most names differ in length.
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}

/** Makes a request id, for `X-Request-Id` and for `requestId` of a problem. */
export const makeRequestId = (): string => `req_${randomUUID()}`;

/** The headers of a response, besides those that every response has. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** A response, independent of any framework. `body` is a value that is still to be converted to JSON; undefined means no body. */
export interface ApiResponse {
  status: number;
  headers: ResponseHeaders;
  body: unknown;
}
