/** The deepest nesting that is indented: indents of a deeper one would be longer than its text. */
const deepest = 12;

/** One part of JSON that the layout goes by: a string, something empty, a bracket, a comma, a colon, or whatever is between. */
const part = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Indents JSON without changing what was sent: a number keeps its digits, a field given twice stays there twice. Text that is no
 * JSON, or nested too deep, is returned as it is.
 */
export function indentJson(text: string): string {
  if (!isJson(text)) return text;
  let out = '';
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(part)) {
    switch (token) {
      case '{':
      case '[':
        depth += 1;
        if (depth > deepest) return text;
        out += token + line();
        break;
      case '}':
      case ']':
        depth -= 1;
        out += line() + token;
        break;
      case ',':
        out += token + line();
        break;
      case ':':
        out += ': ';
        break;
      default:
        out += token;
    }
  }
  return out;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
