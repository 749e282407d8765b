/** Headers put together; of those of one name, written as it may be, the last counts. */
export function mergeHeaders(...parts: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const merged = new Map<string, [name: string, value: string]>();
  for (const part of parts) for (const name in part) merged.set(name.toLowerCase(), [name, part[name] as string]);
  return Object.fromEntries(merged.values());
}
