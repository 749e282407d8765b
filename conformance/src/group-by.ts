/**
 * Groups entries by key. The groups are in the order in which their keys first occur. Map.groupBy cannot be used, because the
 * suite also runs on Node.js 20.
 */
export function groupBy<Key, Entry>(entries: Iterable<Entry>, keyOf: (entry: Entry) => Key): Map<Key, Entry[]> {
  const groups = new Map<Key, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}
