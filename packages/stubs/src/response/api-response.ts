/** The headers of a response, besides those that every response has. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** A response, independent of any framework. `body` is not written as JSON yet; undefined means that there is no body. */
export interface ApiResponse {
  status: number;
  headers: ResponseHeaders;
  body: unknown;
}
