const colon = 0x3a;
const quoteCode = 0x22;
const backslash = 0x5c;
const [bracket, brace] = [0x5b, 0x7b];

/**
 * Returns whether an object in the text has two properties with the same name, because parsers differ on which of them counts
 * (RFC 8259 §4). `value` is the text after JSON.parse. The function compares the number of properties in the text, counted by
 * their colons, with that in `value`, because JSON.parse keeps only one of two with the same name.
 */
export function findDuplicateProperty(json: string, value: unknown): boolean {
  return countColons(json) !== countProperties(value);
}

function countColons(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === colon) count++;
    else if (code === quoteCode) at = findClosingQuote(json, at);
  }
  return count;
}

/** Returns the index of the quote that ends the string begun at `opening`; -1 when there is none. */
function findClosingQuote(json: string, opening: number): number {
  const quote = json.indexOf('"', opening + 1);
  if (quote < 0 || json.charCodeAt(quote - 1) !== backslash) return quote;
  // Reads every character, because searching for thousands of escaped quotes one by one takes longer.
  for (let at = opening + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quoteCode) return at;
  }
  return -1;
}

/**
 * Returns whether a text that may be JSON is nested deeper than `most` levels. Text after an unterminated string does not count.
 */
export function isNestedDeeper(json: string, most: number): boolean {
  if (json.length <= most) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quoteCode) {
      at = findClosingQuote(json, at);
      if (at < 0) return false;
    } else if (code === bracket || code === brace) {
      if (++depth > most) return true;
    } else if (code === bracket + 2 || code === brace + 2) depth--;
  }
  return false;
}

/** Counts the properties of a value without recursion, because it may be nested to any depth. */
function countProperties(value: unknown): number {
  let count = 0;
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    const children = Object.values(next);
    if (!Array.isArray(next)) count += children.length;
    for (const child of children) if (typeof child === 'object') left.push(child);
  }
  return count;
}
