import type { Problem, ProblemItem } from './types.ts';

/**
 * Problem details in the text of an answer; undefined when it holds something else.
 * What is read of them is of the right type afterwards: a service that breaks the contract must not break the error about it.
 * What `mask` masks is masked in it, however the JSON text wrote it.
 */
export function readProblem(text: string, mask: (words: string) => string): Problem | undefined {
  const value = parseJson(text, (_, member) => (typeof member === 'string' ? mask(member) : member));
  if (!isRecord(value) || typeof value.code !== 'string') return undefined;
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

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string, revive?: (name: string, member: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isItem(item: unknown): item is ProblemItem {
  return isRecord(item) && typeof item.pointer === 'string' && typeof item.detail === 'string';
}
