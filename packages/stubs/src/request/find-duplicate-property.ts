const colon = 0x3a;
const quoteCode = 0x22;
const backslash = 0x5c;

/**
 * Reports an object in the text that has two properties of one name, since readers differ on which of them counts (RFC 8259 §4).
 * `value` is the text after JSON.parse. Each property in the text has its colon; of two with one name, JSON.parse keeps one.
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

/** Finds the quote that ends the string begun at `opening`: the next one that follows an even number of backslashes. */
function findClosingQuote(json: string, opening: number): number {
  for (let quote = opening; ; ) {
    quote = json.indexOf('"', quote + 1);
    let before = quote - 1;
    while (json.charCodeAt(before) === backslash) before--;
    if ((quote - before) % 2 === 1) return quote;
  }
}

/** Counts without recursion, as the value may be nested to any depth. */
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
