// Stack frames as the JVM, CPython, Go, PHP and Ruby print them.
const frames = [
  /\bat [\w$.]+\([\w$]+\.java:\d+\)/,
  /File "[^"]+", line \d+/,
  /\.go:\d+ \+0x/,
  /#\d+ \/\S+\.php\(\d+\)/,
  /\.rb:\d+:in /,
];

/** Names the secret that a response reveals: a stack trace, or part of the receipt that was sent. Undefined for none. */
export function findSecret(text: string, receipt = ''): string | undefined {
  // Searches for the beginning and the end, because a response may show only part of the receipt.
  const parts = (receipt.length < 36 ? [] : [receipt.slice(0, 18), receipt.slice(-18)]).filter(isTelling);
  if (parts.some((part) => text.includes(part))) return 'the receipt';
  const texts = textsOf(text);
  return frames.some((frame) => frame.test(texts)) || texts.split(/[\n\r\u2028\u2029]/).some(isFrame)
    ? 'a stack trace'
    : undefined;
}

/** Returns whether a line is a stack frame of V8 or .NET: `at`, and a location that ends in a line number. */
function isFrame(line: string): boolean {
  const text = line.trimStart();
  if (!text.startsWith('at ')) return false;
  // Looks at each word after its first parenthesis or colon. One expression for the whole line would start over at each of these.
  const words = text.slice('at '.length + 1).split(/\s/);
  return words.some((word) => /:\d/.test(word.slice(word.search(/[(:]/) + 1)));
}

/** Returns whether part of a receipt is distinctive. Padding made of a few characters may occur elsewhere too. */
function isTelling(text: string): boolean {
  return new Set(text).size > 3;
}

/** Returns the strings of a JSON value, one per line; any other text as it is. */
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
