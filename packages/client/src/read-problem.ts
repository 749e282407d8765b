import type { Problem, ProblemItem } from './types.ts';

/**
 * Problem details in the text of an answer; undefined when it holds something else.
 * What is read of them is of the right type afterwards: a service that breaks the contract must not break the error about it.
 */
export function readProblem(text: string): Problem | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || typeof value.code !== 'string') return undefined;
  const detail = [value.detail, value.title, value.code].find((words) => typeof words === 'string' && words !== '');
  const { requestId, errors, ...rest } = value;
  return {
    ...rest,
    detail,
    ...(typeof requestId === 'string' && { requestId }),
    ...(Array.isArray(errors) && { errors: errors.filter(isItem) }),
  } as Problem;
}

function isItem(item: unknown): item is ProblemItem {
  return isRecord(item) && typeof item.pointer === 'string' && typeof item.detail === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
