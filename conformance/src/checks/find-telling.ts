/**
 * Finds the first difference between a response and two others that it should equal. Returns its position in the text; undefined
 * where there is none. Differences between the two others, such as a time or a counter, are ignored.
 */
export function findTelling(text: string, one: string, other: string): number | undefined {
  const [asked, first, second] = [text, one, other].map((whole) => whole.split(/([\s"]+)/)) as [string[], string[], string[]];
  const comparable = first.length === second.length;
  const varies = (index: number): boolean => comparable && first[index] !== second[index];
  const at = asked.findIndex((word, index) => word !== first[index] && !varies(index));
  if (at === -1 && asked.length === first.length) return undefined;
  return at === -1 ? text.length : asked.slice(0, at).join('').length;
}
