/**
 * Finds the names that a mistyped name may stand for: names that contain it, are contained in it, or differ by a few
 * letters.
 */
export function findNear(typed: string, names: readonly string[]): string[] {
  const text = typed.slice(0, 40).toLowerCase();
  const isPart = (name: string) => text.length > 1 && (name.includes(text) || text.includes(name));
  return names.filter((name) => isPart(name) || distance(text, name) <= Math.max(2, name.length / 3));
}

/** Counts the letters to insert, delete or replace (Levenshtein distance). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [column, wanted] of [...other].entries()) {
      const kept = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(kept, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
