/** Reads the body of a response: JSON, problem details, and a few words about anything else. */
import type { FetchHeaders } from '../http/read-text.ts';
import { tryTo } from '../options/try-to.ts';
import type { Problem } from '../types.ts';

export type Fields = Record<string, unknown>;

/** Describes a response's body in a few words for a message: `text/html "<!DOCTYPE html>"`, `an empty body`. */
export function describeBody(headers: FetchHeaders, text: string): string {
  const start = text.trim().replace(/\s+/g, ' ');
  if (!start) return 'an empty body';
  return `${mediaTypeOf(headers) || 'no Content-Type and'} ${JSON.stringify(start.slice(0, 80))}`;
}

/** Reads the Content-Type without parameters, in lower case; undefined where there is none. */
export function mediaTypeOf(headers: FetchHeaders): string | undefined {
  return headers.get('content-type')?.split(/[;\s]/)[0]?.toLowerCase();
}

/**
 * Reads problem details from the text of a response; undefined when it holds something else.
 * They are of the right type afterwards: a service that breaks the contract must not break the error about it.
 * What `mask` masks is masked in them, however the JSON text wrote it.
 */
export function readProblem(text: string, mask: (words: string) => string): Problem | undefined {
  const value = parseJson(text, (_, part) => (typeof part === 'string' ? mask(part) : part));
  if (typeof value?.code !== 'string') return undefined;
  const { requestId, errors, ...rest } = value;
  const detail = [rest.detail, rest.title, rest.code].find((words) => typeof words === 'string' && words);
  return {
    ...rest,
    detail,
    ...(typeof requestId === 'string' && { requestId }),
    ...(Array.isArray(errors) && {
      errors: errors.filter((item) => typeof item?.pointer === 'string' && typeof item.detail === 'string'),
    }),
  } as Problem;
}

/** Parses a JSON text, whatever its value is; undefined when it is none. Look at fields with `?.`: there may be none. */
export function parseJson(text: string, revive?: (name: string, part: unknown) => unknown): Fields | null | undefined {
  return tryTo(() => JSON.parse(text, revive));
}
