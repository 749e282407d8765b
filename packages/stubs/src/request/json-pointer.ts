/** Writes a name as a step of a JSON pointer (RFC 6901). An expression is quick for a name of 32,000 slashes, where replaceAll is not. */
export function escapeStep(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1');
}
