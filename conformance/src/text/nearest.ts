/** Number of similar names to suggest. */
const shown = 5;

/** Returns the names that are most similar to a mistyped one, most similar first. Compares the pairs of adjacent letters. */
export function nearest(name: string, names: readonly string[], least = 0): string[] {
  const pairsOf = (text: string): Set<string> => new Set(Array.from(text.slice(1), (letter, at) => `${text[at]}${letter}`));
  const wanted = pairsOf(name.toLowerCase().slice(0, 200));
  const likeness = (other: string): number => {
    const pairs = pairsOf(other.toLowerCase());
    const common = [...pairs].filter((pair) => wanted.has(pair)).length;
    return common / Math.max(1, wanted.size + pairs.size - common);
  };
  const ranked = names.map((other) => ({ other, like: likeness(other) })).sort((one, other) => other.like - one.like);
  return ranked.slice(0, shown).flatMap(({ other, like }) => (like >= least ? [other] : []));
}
