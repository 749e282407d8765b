import { bearerToken } from '../text/marks.ts';
import { parseJson } from './parse-json.ts';

/** A request. The token appears as its mark (`marks.ts`) and is filled in when the bytes are written. */
export interface RequestSpec {
  method: string;
  /** Path below the base URL, with its query. */
  path: string;
  /** In order, as written; a name may appear twice. */
  headers: [name: string, value: string][];
  /** Text of the body; undefined for no body. */
  body?: string;
  /** With `latin1` each character of the body is one byte, for bodies that are not UTF-8. */
  encoding?: 'latin1';
  /** Milliseconds between the first half of the body and the rest. */
  pause?: number;
  /** Milliseconds between the head of the request and its body. */
  headFirst?: number;
}

/** A response as it came, with tokens masked. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  /** Text of the body, at most 256 KiB of it. */
  text: string;
  /** Set if the bytes were not UTF-8: the unreadable ones are U+FFFD in the text. */
  unreadable?: true;
  /** Set if the body was larger: the text is its beginning, or what it was packed to. */
  isCut?: true;
  /** The content coding that the suite cannot unpack: the text is the packed bytes. */
  packed?: string;
}

/** One request with its response. Its `answer` has the key that report.json gives a response. */
export interface Exchange {
  url: string;
  request: RequestSpec;
  answer?: HttpResponse;
  /** Reason for a missing response: the environment's doing, never the subject's. */
  failure?: string;
  /** Set if a connection was closed in place of a response, and had not been idle: sent again on a new one, it may have got one. */
  hungUp?: true;
  /** ISO 8601, when the first byte was sent. */
  startedAt: string;
  /** Milliseconds from the first byte sent to the last received. */
  milliseconds: number;
}

/** Tells if a request has the token of the run, as every operation takes it. */
export const sendsToken = ({ headers }: RequestSpec): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === bearerToken);

/** Headers whose value is a list: several lines of one are the same as one with commas (RFC 9110 §5.3). */
const lists = ['allow', 'cache-control', 'link', 'ratelimit', 'ratelimit-policy', 'www-authenticate'];

/** Returns the value of a header of the response, or undefined. */
export function responseHeader(response: HttpResponse, name: string): string | undefined {
  const values = response.headers.filter(([candidate]) => candidate === name).map(([, value]) => value);
  return lists.includes(name) && values.length > 1 ? values.join(', ') : values[0];
}

export function isSuccess(response: HttpResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

/** Tells if a request got a response, and that a success. */
export const hasSucceeded = ({ answer: response }: Exchange): boolean => response !== undefined && isSuccess(response);

/** Bodies as JSON, by the message that they are of: the judges of a run ask for each many times. */
const parsed = new WeakMap<object, { text: string; value: unknown }>();

/** Reads the body of a message as JSON once for all; undefined where it is not JSON. */
function readJson(message: object, text: string, parse: (text: string) => unknown): unknown {
  const known = parsed.get(message);
  if (known?.text === text) return known.value;
  let value: unknown;
  try {
    value = parse(text);
  } catch {}
  parsed.set(message, { text, value });
  return value;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** Returns the body as JSON, or undefined where it is not JSON, or too deep. The value is everybody's, and not to be changed. */
export function responseJson(response: HttpResponse): unknown {
  return readJson(response, response.text, parseJson);
}

/** Returns the body as a JSON object, or undefined where it is something else. */
export function responseObject(response: HttpResponse): Readonly<Record<string, unknown>> | undefined {
  return asObject(responseJson(response));
}

/** Returns the body of a request as a JSON object, if it is one, however deep: cases send such. */
export function requestObject({ request }: Exchange): Readonly<Record<string, unknown>> | undefined {
  return asObject(readJson(request, request.body ?? '', JSON.parse));
}
