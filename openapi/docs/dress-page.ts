import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { guides } from './assemble-document.ts';

/** A favicon that is no request: a paid receipt in a few letters of SVG. */
export const favicon = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#1a56c4"/><path d="M4 8.5l3 3 5-6" fill="none" stroke="#fff" stroke-width="2"/></svg>',
)}">`;

/** Adds our styles to Redoc's page, and makes its links work before its script has run. */
export function dressPage(page: string): string {
  const sections = Object.values(guides).flatMap((names) => names.map((name) => `#${name}`));
  const style = readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8').replaceAll('.guides', `:is(${sections.join(', ')})`);
  const dressed = page
    .replace('</title>', () => `</title>\n  ${favicon}\n  <meta name="color-scheme" content="light dark">`)
    // Last in the head, so that it comes after Redoc's own.
    .replace('</head>', () => `<style>\n${style}</style>\n</head>`)
    // Redoc's links assume the root of a site; in a file, opened in a new tab, they would lead nowhere.
    .replace(/(<a class="[^"]*" href=")(\/[^"/]?[^"]*" data-discover)/g, '$1#$2');
  if (!dressed.includes(favicon) || !dressed.includes(style)) {
    throw new Error('The docs have no <title> or no <head> to put styles in: did Redoc change its page?');
  }
  return dressed;
}
