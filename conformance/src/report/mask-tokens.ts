import { spellToken } from '../http/spell-token.ts';

/**
 * Replaces tokens by `$TOKEN` and `$OTHER_TOKEN` anywhere in a value: a server may write back what it was sent.
 * A token of fewer than 8 characters stays: it would be found inside words.
 */
export function maskTokens<Value>(value: Value, tokens: Record<string, string | undefined>): Value {
  const known = Object.entries(tokens).filter((entry): entry is [string, string] => (entry[1]?.length ?? 0) >= 8);
  const spellings = known.flatMap(([name, token]) => spellToken(token).map((text) => [text, `$${name}`] as const));
  return mask(value) as Value;

  function mask(node: unknown): unknown {
    if (typeof node === 'string') return spellings.reduce((text, [token, name]) => text.replaceAll(token, () => name), node);
    if (Array.isArray(node)) return node.map(mask);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, field]) => [mask(key), mask(field)]));
  }
}
