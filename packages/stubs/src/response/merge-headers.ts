import type { ResponseHeaders } from './api-response.ts';

/** Merges headers. Where a name occurs more than once, in whatever case, the last one counts. */
export function mergeHeaders(...parts: readonly ResponseHeaders[]): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const part of parts) {
    for (const name in part) {
      // Called for each request: a handful of names is compared faster than put into a map.
      for (const other in merged) if (isOtherCase(other, name)) delete merged[other];
      merged[name] = part[name] as string;
    }
  }
  return merged;
}

function isOtherCase(one: string, other: string): boolean {
  return one.length === other.length && one !== other && one.toLowerCase() === other.toLowerCase();
}
