import { isNode, type Node, textOf } from '../reader/json.ts';
import { escapeHtml, inlineCode } from './escape-html.ts';

/** A code sample to show. */
export interface Code {
  label: string;
  language: string;
  source: string;
}

const labels: Readonly<Record<string, string>> = {
  bash: 'Shell',
  http: 'HTTP',
  json: 'JSON',
  python: 'Python',
  typescript: 'TypeScript',
};

/** Renders a code block with the name of its language. The page's script adds a copy button. */
export function renderCode({ label, language, source }: Code): string {
  // Makes the block focusable, so that it can be scrolled with the keyboard.
  const pre = `<pre tabindex="0"><code>${highlightCode(source, language)}</code></pre>`;
  return `<figure class="code"><figcaption>${escapeHtml(label)}</figcaption>${pre}</figure>`;
}

/** Renders a fenced code block. Its heading is the label or, without one, the name of the language. */
export function renderFence(source: string, language: string, label = ''): string {
  return renderCode({ label: label || (labels[language] ?? 'Text'), language, source });
}

export function renderJson(label: string, value: unknown): string {
  return renderCode({ label, language: 'json', source: JSON.stringify(value, null, 2) });
}

/** Renders the same code in several languages. The page's script turns them into tabs. */
export function renderSamples(samples: readonly Code[]): string {
  if (samples.length === 0) return '';
  return `<div class="samples">${samples.map((sample) => `<div class="sample">${renderCode(sample)}</div>`).join('')}</div>`;
}

const quoted = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const number = String.raw`(?<![\w$.-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])`;

/** The patterns that highlight code, keyed by language. The names of their groups become CSS classes. */
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

/** Highlights code as HTML if its language has patterns: comments (c), strings (s), keywords and names (k), numbers (n). */
function highlightCode(code: string, language: string): string {
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

/** Renders the link to further documentation (`externalDocs`). Returns an empty string if there is none. */
export function renderReferral({ externalDocs }: Node): string {
  if (!isNode(externalDocs)) return '';
  const url = textOf(externalDocs.url);
  return `<p>More: <a href="${escapeHtml(url)}">${inlineCode(textOf(externalDocs.description) || url)}</a></p>`;
}
