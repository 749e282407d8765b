// A frame of a stack in the manner of V8, the JVM, CPython, Go, PHP, .NET and Ruby.
const frame =
  /^\s*at .+[(:]\S*:\d+|\bat [\w$.]+\([\w$]+\.java:\d+\)|File "[^"]+", line \d+|\.go:\d+ \+0x|#\d+ \/\S+\.php\(\d+\)|\.rb:\d+:in /m;

/** Names the secret that a response tells: a stack trace, or a part of the receipt that was sent; undefined where it tells none. */
export function findSecret(text: string, receipt = ''): string | undefined {
  // A part of it is enough to find it elsewhere.
  const parts = (receipt.length < 36 ? [] : [receipt.slice(0, 18), receipt.slice(-18)]).filter(isTelling);
  if (parts.some((part) => text.includes(part))) return 'the receipt';
  return frame.test(textsOf(text)) ? 'a stack trace' : undefined;
}

/** Tells whether a text that stands elsewhere too was taken from here: what pads one text may pad another. */
function isTelling(text: string): boolean {
  return new Set(text).size > 3;
}

/** Returns the texts of a JSON value, one a line; of what is no JSON, the whole. */
function textsOf(json: string): string {
  const texts: string[] = [];
  try {
    JSON.parse(json, (_name, value) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
  } catch {
    return json;
  }
  return texts.join('\n');
}
