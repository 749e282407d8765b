import { maskSecrets, type Secret } from '../text/mask-secrets.ts';

/**
 * Replaces tokens by `$TOKEN` and `$OTHER_TOKEN` anywhere in a value: a server may write back what it was sent.
 * A token of fewer than 8 characters stays: it would be found inside words.
 */
export function maskTokens<Value>(value: Value, tokens: Record<string, string | undefined>): Value {
  const known = Object.entries(tokens).flatMap(([name, token]): Secret[] => (token === undefined ? [] : [[token, `$${name}`]]));
  const maskText = maskSecrets(known);
  return mask(value) as Value;

  function mask(node: unknown): unknown {
    if (typeof node === 'string') return maskText(node);
    if (Array.isArray(node)) return node.map(mask);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, field]) => [mask(key), mask(field)]));
  }
}
