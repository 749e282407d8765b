/**
 * Finds where a response differs from two others that should be like it, as a place in its text; undefined where it
 * does not. A difference between those two, such as a time or a counter, is ignored.
 */
export function findTelling(text: string, one: string, other: string): number | undefined {
  const [asked, first, second] = [text, one, other].map((whole) => whole.split(/([\s"]+)/)) as [string[], string[], string[]];
  const comparable = first.length === second.length;
  const varies = (index: number): boolean => comparable && first[index] !== second[index];
  const at = asked.findIndex((word, index) => word !== first[index] && !varies(index));
  if (at === -1 && asked.length === first.length) return undefined;
  return at === -1 ? text.length : asked.slice(0, at).join('').length;
}
