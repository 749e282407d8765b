/** Writes cents as dollars for people: `$3.50`. */
export function writeDollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
