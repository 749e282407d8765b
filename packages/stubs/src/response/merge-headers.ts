import type { ResponseHeaders } from './api-response.ts';

/** Merges headers. Where a name occurs more than once, in whatever case, the last one counts. */
export function mergeHeaders(...parts: readonly ResponseHeaders[]): Record<string, string> {
  const merged = new Map<string, [name: string, value: string]>();
  for (const part of parts) for (const name in part) merged.set(name.toLowerCase(), [name, part[name] as string]);
  return Object.fromEntries(merged.values());
}
