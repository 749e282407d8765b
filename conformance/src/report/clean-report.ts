import type { HttpResponse } from '../http/exchange.ts';
import { showMarks } from '../text/marks.ts';
import { maskSecrets, type Secret } from '../text/mask-secrets.ts';

/** Maximum number of stored characters of a response: far more than an invoice has. A run has hundreds of responses. */
const most = 16_384;

/**
 * The maximum factor by which escapes lengthen a secret, and the maximum length of a placeholder. They determine how far beyond
 * the limit a text is masked before it is cut, so that the cut never divides a secret or a placeholder.
 */
const [longer, longestMark] = [16, 512];

/** Fields of a report whose values only the suite writes. */
const ours = new Set(['verdict', 'support', 'ended']);

/**
 * Makes a function that shortens long responses in a value, and replaces tokens with `$TOKEN` and `$OTHER_TOKEN`. It keeps tokens
 * with fewer than 8 characters, which would also match parts of words. Its cost depends on the length of the text that is kept.
 * @param others further secrets that no report may contain
 */
export function cleanerFor(
  tokens: Record<string, string | undefined | readonly string[]>,
  others: readonly Secret[] = [],
): <Value>(value: Value) => Value {
  const named = Object.entries(tokens).flatMap(([name, token]) => [token ?? []].flat().map((one): Secret => [one, `$${name}`]));
  const known = [...named, ...others];
  const maskText = maskSecrets(known);
  const margin = Math.max(longestMark, ...known.map(([{ length }]) => longer * length));
  // The cleaned objects. Findings share exchanges with each other and with the record, so an exchange is cleaned only once.
  const cleaned = new WeakMap<object, unknown>();
  return (value) => clean(value) as typeof value;

  function clean(node: unknown): unknown {
    if (typeof node === 'string') return maskText(node);
    if (typeof node !== 'object' || node === null) return node;
    const done = cleaned.get(node) ?? (Array.isArray(node) ? node.map(clean) : cleanObject(node));
    cleaned.set(node, done);
    return done;
  }

  function cleanObject(node: object): object {
    const isLong = isResponse(node) && node.text.length > most;
    const fields = Object.entries(node).map(([name, field]) => [
      // Masks field names too, but keeps a name that equals a secret: an added header's value may be a word like `operations`.
      known.some(([secret]) => secret === name) ? name : maskText(name),
      isLong && name === 'text' ? clip(String(field)) : ours.has(name) ? field : clean(field),
    ]);
    return Object.fromEntries(fields);
  }

  function clip(text: string): string {
    const shown = showMarks(maskText(text.slice(0, most + margin)));
    // The end of a cut text may contain part of a secret that could not be masked.
    const isCut = text.length > most + margin;
    const kept = shown.slice(0, Math.max(0, Math.min(most, shown.length - (isCut ? margin : 0))));
    const left = isCut ? text.length - kept.length : shown.length - kept.length;
    return left > 0 ? `${kept}… (${left} characters more)` : kept;
  }
}

const isResponse = (node: object): node is HttpResponse =>
  'status' in node && 'headers' in node && 'text' in node && typeof node.text === 'string';
