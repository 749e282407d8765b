import type { ResponseHeaders } from './api-response.ts';
import { isSameHeader } from './sendable-headers.ts';

/** Merges headers. Where a name occurs more than once, in whatever case, the last one counts. */
export function mergeHeaders(first: ResponseHeaders, ...more: readonly ResponseHeaders[]): Record<string, string> {
  const merged: Record<string, string> = { ...first };
  for (const part of more) {
    for (const name in part) {
      // Called for each request: a handful of names is compared faster than put into a map.
      for (const other in merged) if (other !== name && isSameHeader(other, name)) delete merged[other];
      merged[name] = part[name] as string;
    }
  }
  return merged;
}
