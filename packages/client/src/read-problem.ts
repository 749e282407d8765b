import type { Problem } from './types.ts';

type Members = Record<string, unknown>;

/**
 * Problem details in the text of an answer; undefined when it holds something else.
 * What is read of them is of the right type afterwards: a service that breaks the contract must not break the error about it.
 * What `mask` masks is masked in it, however the JSON text wrote it.
 */
export function readProblem(text: string, mask: (words: string) => string): Problem | undefined {
  const value = parseJson(text, (_, member) => (typeof member === 'string' ? mask(member) : member));
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

/** The value of a JSON text, whatever it is, undefined when the text is none: its members, if it has any, are found by `?.`. */
export function parseJson(text: string, revive?: (name: string, member: unknown) => unknown): Members | null | undefined {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

function isItem(item: Members | null): boolean {
  return typeof item?.pointer === 'string' && typeof item.detail === 'string';
}
