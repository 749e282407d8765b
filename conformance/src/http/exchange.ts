/** A request as the suite means it. The token stands as `$TOKEN` and is filled in when the bytes are written. */
export interface RequestSpec {
  method: string;
  /** Path below the base URL, with its query. */
  path: string;
  /** In order, as written; a name may stand twice. */
  headers: [name: string, value: string][];
  /** Text of the body; none when undefined. */
  body?: string;
  /** With `latin1` each character of the body is one byte: for bodies that are no UTF-8. */
  encoding?: 'latin1';
}

/** An answer as it came. Tokens in it are masked. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  /** Text of the body, at most 256 KiB of it. */
  text: string;
  /** Its bytes were no UTF-8: what could not be read stands as U+FFFD in the text. */
  unreadable?: true;
}

/** One request and what became of it. */
export interface Exchange {
  url: string;
  request: RequestSpec;
  answer?: HttpResponse;
  /** Why there is no answer: the environment's fault, never the subject's. */
  failure?: string;
  /** ISO 8601, when the first byte was sent. */
  startedAt: string;
  /** Milliseconds from the first byte sent to the last received. */
  milliseconds: number;
}

/** The value of a header of the answer, or undefined. */
export function responseHeader(response: HttpResponse, name: string): string | undefined {
  return response.headers.find(([candidate]) => candidate === name)?.[1];
}

/** Whether the answer is a success. */
export function isSuccess(response: HttpResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

/** The body as JSON, or undefined where it is none. */
export function responseJson(response: HttpResponse): unknown {
  try {
    return JSON.parse(response.text);
  } catch {
    return undefined;
  }
}

/** The body as a JSON object, or undefined where it is something else. */
export function responseObject(response: HttpResponse): Record<string, unknown> | undefined {
  const value = responseJson(response);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** Stands in a header for the token as a user without a password (RFC 7617), as `$TOKEN` does for the token. */
export const tokenAsUser = 'base64($TOKEN:)';
