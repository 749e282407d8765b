/** Groups entries by key, in the order in which the keys first occur. Node.js 20 does not have Map.groupBy. */
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

/** Groups entries by key. The largest group comes first. */
export function groupLargest<Key, Entry>(entries: Iterable<Entry>, keyOf: (entry: Entry) => Key): [Key, Entry[]][] {
  return [...groupBy(entries, keyOf)].sort(([, one], [, other]) => other.length - one.length);
}
