/** Reads the body of a response as JSON or problem details, and describes any other body in a few words. */
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

/** Reads the Content-Type without parameters, in lower case; undefined when it is absent. */
export function mediaTypeOf(headers: FetchHeaders): string | undefined {
  return headers.get('content-type')?.split(/[;\s]/)[0]?.toLowerCase();
}

/**
 * Reads problem details from the text of a response; undefined when it holds something else.
 * Makes sure that the fields have the right types, because a service that breaks the contract must not break the error about it.
 * Applies `mask` to every string in them, so that JSON escapes hide nothing.
 */
export function readProblem(text: string, mask: (words: string) => string): Problem | undefined {
  const value = parseJson(text, (_, part) => (typeof part === 'string' ? mask(part) : part));
  if (typeof value?.code !== 'string') return undefined;
  const { requestId, errors, ...rest } = value;
  const detail = [rest.detail, rest.title].find((words) => typeof words === 'string' && words) ?? rest.code;
  return {
    ...rest,
    detail,
    ...(typeof requestId === 'string' && { requestId }),
    ...(Array.isArray(errors) && {
      errors: errors.filter((item) => typeof item?.pointer === 'string' && typeof item.detail === 'string'),
    }),
  } as Problem;
}

/** Parses a JSON text of any value; undefined when it is not JSON. Read fields with `?.`, because the value may be no object. */
export function parseJson(text: string, revive?: (name: string, part: unknown) => unknown): Fields | null | undefined {
  return tryTo(() => JSON.parse(text, revive));
}
