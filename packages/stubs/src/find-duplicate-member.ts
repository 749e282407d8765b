const colon = 0x3a;
const quoteCode = 0x22;
const backslash = 0x5c;

/**
 * Whether an object in the text has two members of one name: readers differ on which of them counts (RFC 8259 §4).
 * `value` is what JSON.parse made of the text: each member of the text has its colon, and of two that are named alike it keeps one.
 */
export function findDuplicateMember(json: string, value: unknown): boolean {
  return countColons(json) !== countMembers(value);
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

/** The quote that ends the string that `opening` begins: the next one before which there is no odd number of backslashes. */
function findClosingQuote(json: string, opening: number): number {
  for (let quote = opening; ; ) {
    quote = json.indexOf('"', quote + 1);
    let before = quote - 1;
    while (json.charCodeAt(before) === backslash) before--;
    if ((quote - before) % 2 === 1) return quote;
  }
}

/** No recursion: the value may be as deep as it likes. */
function countMembers(value: unknown): number {
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
