import { escapeHtml } from './escape-html.ts';
import { highlightCode } from './highlight-code.ts';

/** A piece of code for readers. */
export interface Code {
  /** The words above it. */
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

/** Renders a piece of code with the name of its language; the page's script adds a button that copies it. */
export function renderCode({ label, language, source }: Code): string {
  // Focusable, because the keyboard must be able to scroll it.
  const pre = `<pre tabindex="0"><code>${highlightCode(source, language)}</code></pre>`;
  return `<figure class="code"><figcaption>${escapeHtml(label)}</figcaption>${pre}</figure>`;
}

/** Renders a fence of Markdown, below its label or else the name of its language. */
export function renderFence(source: string, language: string, label = ''): string {
  return renderCode({ label: label || (labels[language] ?? 'Text'), language, source });
}

export function renderJson(label: string, value: unknown): string {
  return renderCode({ label, language: 'json', source: JSON.stringify(value, null, 2) });
}

/** Renders the same code in several languages; the page's script makes tabs of them. */
export function renderSamples(samples: readonly Code[]): string {
  if (samples.length === 0) return '';
  return `<div class="samples">${samples.map((sample) => `<div class="sample">${renderCode(sample)}</div>`).join('')}</div>`;
}
