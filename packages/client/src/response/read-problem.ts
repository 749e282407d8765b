import type { Problem } from '../types.ts';

type Fields = Record<string, unknown>;

/**
 * Reads problem details from the text of a response; undefined when it holds something else.
 * They are of the right type afterwards: a service that breaks the contract must not break the error about it.
 * What `mask` masks is masked in them, however the JSON text wrote it.
 */
export function readProblem(text: string, mask: (words: string) => string): Problem | undefined {
  const value = parseJson(text, (_, part) => (typeof part === 'string' ? mask(part) : part));
  if (typeof value?.code !== 'string') return undefined;
  const { code, requestId, errors, ...rest } = value;
  const detail = [rest.detail, rest.title].find((words) => typeof words === 'string' && words) ?? code;
  return {
    ...rest,
    code,
    detail,
    ...(typeof requestId === 'string' && { requestId }),
    ...(Array.isArray(errors) && { errors: errors.filter(isItem) }),
  } as Problem;
}

/** Parses a JSON text, whatever its value is; undefined when it is none. Look at fields with `?.`: there may be none. */
export function parseJson(text: string, revive?: (name: string, part: unknown) => unknown): Fields | null | undefined {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

function isItem(item: Fields | null): boolean {
  return typeof item?.pointer === 'string' && typeof item.detail === 'string';
}
