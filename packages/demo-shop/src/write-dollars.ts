/** Writes cents as people read them: `$3.50`. */
export function writeDollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
