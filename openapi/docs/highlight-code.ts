import { escapeHtml } from './escape-html.ts';

const quoted = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const number = String.raw`(?<![\w$.-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])`;

/** A pattern for each language; the names of its groups are the classes of what they match. */
const patterns: Readonly<Record<string, RegExp>> = {
  json: pattern(String.raw`(?<k>"(?:\\.|[^"\\\n])*"(?=\s*:))|(?<s>"(?:\\.|[^"\\\n])*")|(?<n>\b(?:true|false|null)\b|${number})`),
  bash: pattern(String.raw`(?<c>(?<=^|\s)#.*$)|(?<s>${quoted})|(?<k>\b(?:curl|export|npm|npx|node)\b|(?<=\s)--?[A-Za-z][\w-]*)`),
  python: pattern(
    String.raw`(?<c>#.*$)|(?<s>${quoted})|(?<k>\b(?:as|async|await|class|def|else|except|False|finally|for|from|if|import|in|None|not|or|raise|return|True|try|while|with)\b)|(?<n>${number})`,
  ),
  typescript: pattern(
    String.raw`(?<c>\/\/.*$)|(?<s>${quoted}|\x60(?:\\.|[^\x60\\])*\x60)|(?<k>\b(?:async|await|catch|const|else|export|false|for|from|function|if|import|let|new|null|of|return|throw|true|try|type|undefined|while)\b)|(?<n>${number})`,
  ),
  http: pattern(String.raw`(?<k>^[\w-]+(?=:))`),
};

/** Renders code as HTML with a class for comments (c), strings (s), keywords and names (k), and numbers (n). Any other language stays plain. */
export function highlightCode(code: string, language: string): string {
  const found = patterns[language];
  if (!found) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(found)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'gm');
}
