// Frames of a stack in the manner of the JVM, CPython, Go, PHP and Ruby.
const frames = [
  /\bat [\w$.]+\([\w$]+\.java:\d+\)/,
  /File "[^"]+", line \d+/,
  /\.go:\d+ \+0x/,
  /#\d+ \/\S+\.php\(\d+\)/,
  /\.rb:\d+:in /,
];

/** Names the secret that a response tells: a stack trace, or a part of the receipt that was sent; undefined where it tells none. */
export function findSecret(text: string, receipt = ''): string | undefined {
  // A part of it is enough to find it elsewhere.
  const parts = (receipt.length < 36 ? [] : [receipt.slice(0, 18), receipt.slice(-18)]).filter(isTelling);
  if (parts.some((part) => text.includes(part))) return 'the receipt';
  const texts = textsOf(text);
  return frames.some((frame) => frame.test(texts)) || texts.split(/[\n\r\u2028\u2029]/).some(isFrame)
    ? 'a stack trace'
    : undefined;
}

/** Tells whether a line is a frame in the manner of V8 and .NET: `at`, and a place that ends in the number of a line. */
function isFrame(line: string): boolean {
  const text = line.trimStart();
  if (!text.startsWith('at ')) return false;
  // Word by word, from the first mark in each: one expression for the whole would begin again at each space and each mark.
  const words = text.slice('at '.length + 1).split(/\s/);
  return words.some((word) => /:\d/.test(word.slice(word.search(/[(:]/) + 1)));
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
