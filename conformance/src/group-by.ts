/** Groups entries by key, in the order in which the keys appear. The suite runs on Node 20, which has no Map.groupBy. */
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
