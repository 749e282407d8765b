import { attempt } from '../text/attempt.ts';

// Stack frames in the formats of the JVM, CPython, Go, PHP and Ruby.
const frames = [
  /\bat [\w$.]+\([\w$]+\.java:\d+\)/,
  /File "[^"]+", line \d+/,
  /\.go:\d+ \+0x/,
  /#\d+ \/\S+\.php\(\d+\)/,
  /\.rb:\d+:in /,
];

/** Detects a secret in a response: a stack trace, or part of the receipt that was sent. Returns its name, or undefined. */
export function findSecret(text: string, receipt = ''): string | undefined {
  // Searches for the beginning and the end of the receipt, because a response may contain only part of it.
  const parts = receipt.length < 36 ? [] : [receipt.slice(0, 18), receipt.slice(-18)];
  // A part with few different characters, such as padding, may also occur elsewhere.
  if (parts.some((part) => new Set(part).size > 3 && text.includes(part))) return 'the receipt';
  const texts = textsOf(text);
  return frames.some((frame) => frame.test(texts)) || texts.split(/[\n\r\u2028\u2029]/).some(isFrame)
    ? 'a stack trace'
    : undefined;
}

/** Returns whether a line is a stack frame of V8 or .NET: it begins with `at`, and its location ends in a line number. */
function isFrame(line: string): boolean {
  const text = line.trimStart();
  if (!text.startsWith('at ')) return false;
  // Examines each word separately. A single regular expression for the whole line would take quadratic time, because it starts
  // again at each parenthesis and colon.
  const words = text.slice('at '.length + 1).split(/\s/);
  return words.some((word) => /:\d/.test(word.slice(word.search(/[(:]/) + 1)));
}

/** Returns all strings in a JSON value, one per line. If the text is not JSON, returns it unchanged. */
function textsOf(json: string): string {
  const texts: string[] = [];
  const keep = (_name: string, value: unknown): unknown => {
    if (typeof value === 'string') texts.push(value);
    return value;
  };
  return attempt(() => JSON.parse(json, keep)) === undefined ? json : texts.join('\n');
}
