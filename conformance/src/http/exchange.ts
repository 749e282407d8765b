import { attempt } from '../text/attempt.ts';
import { bearerToken, markOf } from '../text/marks.ts';
import { parseJson } from './parse-json.ts';

/** A request to send. It contains a placeholder (see `marks.ts`), which the token replaces only when the bytes are written. */
export interface RequestSpec {
  method: string;
  /** Path relative to the base URL, with the query. */
  path: string;
  /** The headers, in the order and spelling in which they are sent. A name may occur twice. */
  headers: [name: string, value: string][];
  /** The body as text. Undefined if there is none. */
  body?: string;
  /** `latin1` to send each character of the body as one byte. Used for bodies that are not UTF-8. */
  encoding?: 'latin1';
  /** Milliseconds to wait after sending half of the body. */
  pause?: number;
  /** Milliseconds to wait after sending the headers, before the body is sent. */
  headFirst?: number;
  /** Milliseconds to wait for a response after the last byte is sent. The suite then closes the connection. */
  cancelAfter?: number;
}

/** A response as it was received, except that tokens are masked. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: [name: string, value: string][];
  /** The body as text, at most 256 KiB of it. */
  text: string;
  /** Set if the body was not valid UTF-8. In `text`, U+FFFD replaces the invalid bytes. */
  unreadable?: true;
  /** Set if the body exceeded the limit. `text` then contains its beginning or, if it was compressed, the compressed bytes. */
  isCut?: true;
  /** The content coding, if it is one that the suite cannot decode. `text` then contains the encoded bytes. */
  packed?: string;
}

/** A request with its response. The response is called `answer`, because that is its name in report.json. */
export interface Exchange {
  url: string;
  request: RequestSpec;
  answer?: HttpResponse;
  /** Why no response came. Usually the suite blames the environment for this, and not the deployment. */
  failure?: string;
  /** Set if the server closed the connection without responding, and not because it had been idle. A retry may get a response. */
  hungUp?: true;
  /** ISO 8601 time at which the first byte was sent. */
  startedAt: string;
  /** Milliseconds between the first byte sent and the last byte received. */
  milliseconds: number;
}

/** Returns whether a request contains a token in the Authorization header, in the form that every operation accepts. */
const sendsBearer = ({ headers }: RequestSpec, bearer: string): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === bearer);

/** Returns whether a request contains the run's token. */
export const sendsToken = (request: RequestSpec): boolean => sendsBearer(request, bearerToken);

/** Returns whether a request contains the other account's token. */
export const sendsOtherToken = (request: RequestSpec): boolean => sendsBearer(request, `Bearer ${markOf('$OTHER_TOKEN')}`);

/** Returns the value of a request header, whose name is given in lower case. */
export const requestHeader = ({ headers }: RequestSpec, name: string): string | undefined =>
  headers.find(([own]) => own.toLowerCase() === name)?.[1];

/** Headers whose values are lists. Several lines with such a name mean the same as one line with commas (RFC 9110 §5.3). */
const lists = ['allow', 'cache-control', 'link', 'ratelimit', 'ratelimit-policy', 'www-authenticate'];

/** Returns the value of a response header, whose name is given in lower case. */
export function responseHeader(response: HttpResponse, name: string): string | undefined {
  const values = response.headers.filter(([candidate]) => candidate === name).map(([, value]) => value);
  return lists.includes(name) && values.length > 1 ? values.join(', ') : values[0];
}

export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

export const hasSucceeded = ({ answer: response }: Exchange): boolean => response !== undefined && isSuccess(response);

/** Parsed bodies by request or response, kept because the code that judges a run needs each body many times. */
const parsed = new WeakMap<object, { text: string; value: unknown }>();

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

/** Parses the body. Returns undefined if it is not JSON or nested too deeply. Callers share the value and must not change it. */
export const responseJson = (response: HttpResponse): unknown => readJson(response, response.text, parseJson);

/** Returns the body if it is a JSON object. */
export function responseObject(response: HttpResponse): Readonly<Record<string, unknown>> | undefined {
  return asObject(responseJson(response));
}

/** Returns the body of a request if it is a JSON object. Its nesting is not limited, because cases send deeply nested bodies. */
export function requestObject({ request }: Exchange): Readonly<Record<string, unknown>> | undefined {
  return asObject(readJson(request, request.body ?? '', JSON.parse));
}
