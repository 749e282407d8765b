import { attempt } from '../text/attempt.ts';
import { bearerToken, markOf } from '../text/marks.ts';
import { parseJson } from './parse-json.ts';

/** A request. The token appears as a mark (`marks.ts`), which is replaced by the real token only when the bytes are written. */
export interface RequestSpec {
  method: string;
  /** Path below the base URL, with its query. */
  path: string;
  /** The headers in order and as written. A name may appear twice. */
  headers: [name: string, value: string][];
  /** Text of the body; undefined for no body. */
  body?: string;
  /** With `latin1` each character of the body is one byte, for bodies that are not UTF-8. */
  encoding?: 'latin1';
  /** Milliseconds between the first half of the body and the rest. */
  pause?: number;
  /** Milliseconds between the head of the request and its body. */
  headFirst?: number;
  /** Milliseconds after the last byte sent until the suite closes the connection, if no response has come. */
  cancelAfter?: number;
}

/** A response as it came, but with tokens masked. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  /** Text of the body, up to 256 KiB. */
  text: string;
  /** Set if the bytes were not valid UTF-8. The text has U+FFFD in place of the unreadable ones. */
  unreadable?: true;
  /** Set if the body was larger than the limit. The text is then its beginning, or the bytes before unpacking. */
  isCut?: true;
  /** The content coding that the suite cannot unpack. The text is then the packed bytes. */
  packed?: string;
}

/** One request with its response. The response is called `answer`, as in report.json. */
export interface Exchange {
  url: string;
  request: RequestSpec;
  answer?: HttpResponse;
  /** The reason for a missing response. It is blamed on the environment and not on the subject. */
  failure?: string;
  /** Set if the server closed an active connection instead of responding. A new connection may get a response. */
  hungUp?: true;
  /** ISO 8601 time at which the first byte was sent. */
  startedAt: string;
  /** Milliseconds from the first byte sent to the last received. */
  milliseconds: number;
}

/** Returns whether a request carries the token of the run in the way that every operation accepts. */
export const sendsToken = ({ headers }: RequestSpec): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === bearerToken);

/** Returns whether a request carries the token of the other account in the way that every operation accepts. */
export const sendsOtherToken = ({ headers }: RequestSpec): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === `Bearer ${markOf('$OTHER_TOKEN')}`);

/** Headers whose value is a list: several lines with the same name equal one line with commas (RFC 9110 §5.3). */
const lists = ['allow', 'cache-control', 'link', 'ratelimit', 'ratelimit-policy', 'www-authenticate'];

/** Returns the value of a header of the response; undefined if it is absent. */
export function responseHeader(response: HttpResponse, name: string): string | undefined {
  const values = response.headers.filter(([candidate]) => candidate === name).map(([, value]) => value);
  return lists.includes(name) && values.length > 1 ? values.join(', ') : values[0];
}

export function isSuccess(response: HttpResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

export const hasSucceeded = ({ answer: response }: Exchange): boolean => response !== undefined && isSuccess(response);

/** Parsed bodies by their message, because the judges of a run ask for each body many times. */
const parsed = new WeakMap<object, { text: string; value: unknown }>();

/** Parses the body of a message as JSON, once per message; undefined if it is not JSON. */
function readJson(message: object, text: string, parse: (text: string) => unknown): unknown {
  const known = parsed.get(message);
  if (known?.text === text) return known.value;
  const value = attempt(() => parse(text));
  parsed.set(message, { text, value });
  return value;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** Returns the body as JSON; undefined if it is not JSON or too deep. The value is shared: do not change it. */
export function responseJson(response: HttpResponse): unknown {
  return readJson(response, response.text, parseJson);
}

/** Returns the body, if it is a JSON object. */
export function responseObject(response: HttpResponse): Readonly<Record<string, unknown>> | undefined {
  return asObject(responseJson(response));
}

/** Returns the body of a request as a JSON object, if it is one. Any depth is allowed, because cases send deep bodies. */
export function requestObject({ request }: Exchange): Readonly<Record<string, unknown>> | undefined {
  return asObject(readJson(request, request.body ?? '', JSON.parse));
}
