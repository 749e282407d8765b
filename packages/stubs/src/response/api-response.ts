/** Headers of a response, beside those that every response carries. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** A response, free of any framework; `body` has yet to be written as JSON, and is undefined where there is none. */
export interface ApiResponse {
  status: number;
  headers: ResponseHeaders;
  body: unknown;
}
