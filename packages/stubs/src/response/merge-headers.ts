import type { ResponseHeaders } from './api-response.ts';
import { isSameHeader } from './sendable-headers.ts';

/** Merges headers. When names are equal without regard to case, the last one counts. */
export function mergeHeaders(first: ResponseHeaders, ...more: readonly ResponseHeaders[]): Record<string, string> {
  const merged: Record<string, string> = { ...first };
  for (const part of more) {
    for (const name in part) {
      // Runs for each request, and comparing a handful of names is faster than filling a map.
      for (const other in merged) if (other !== name && isSameHeader(other, name)) delete merged[other];
      merged[name] = part[name] as string;
    }
  }
  return merged;
}
