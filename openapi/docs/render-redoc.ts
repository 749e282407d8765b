import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textOf } from '../reader/json.ts';
import { type Contract, isOfPayments } from '../reader/read-contract.ts';
import { runRedocly } from '../reader/run-redocly.ts';
import { deriveForRedoc } from './derive-for-redoc.ts';
import { escapeHtml } from './escape-html.ts';
import { favicon, readStyle } from './page-head.ts';

const border = '<!-- here ends the head -->';
/** Hides Redoc's element if scripts are turned off. */
const withoutScript = '#redoc { display: none; }';
/** An image to show beside the words "API docs by", in place of the one that Redoc loads from its vendor's server. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="42" height="14"><style>text{font:bold 13px sans-serif;fill:#1a56c4}@media(prefers-color-scheme:dark){text{fill:#8fb4ff}}</style><text y="11">Redoc</text></svg>',
)}`;

/**
 * Runs Redocly, which renders the contract with Redoc. The HTML page contains both Redoc and the document, so it loads nothing.
 * @throws Error when Redocly fails, or when its page does not have the form that this function expects
 */
export function renderRedoc(contract: Contract): string {
  const scratch = mkdtempSync(join(tmpdir(), 'payment-invoice-redoc-'));
  try {
    const at = (name: string) => join(scratch, name);
    const [document, template, out] = [at('document.json'), at('template.hbs'), at('redoc.html')];
    writeFileSync(document, JSON.stringify(deriveForRedoc(contract, join(import.meta.dirname, '../samples'))));
    writeFileSync(template, `{{{redocHead}}}${border}{{{redocHTML}}}`);
    const build = ['build-docs', document, '--inlineBundle', '--template', template, '--output', out];
    runRedocly('Redoc could not render the contract:', ...build);
    return composePage(contract, readFileSync(out, 'utf8'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Assembles our page from the parts of Redocly's page (`made`), with our own head, policy and links. */
function composePage(contract: Contract, made: string): string {
  const { info } = contract.document;
  const [head = '', body = ''] = made.split(border);
  const parts = /^([\s\S]*?)<script type="module">([\s\S]*)<\/script>\s*$/.exec(body);
  const found = /\n\s*const __redoc_definition = (.*);\n/.exec(parts?.[2] ?? '');
  if (!parts || !found)
    throw new Error('Redoc made a page with another structure than before: see openapi/docs/render-redoc.ts.');
  const [, built = '', program = ''] = parts;
  // Redoc's router expects links that begin with `#/`, but does not correct those that are already in the page.
  const drawn = built.replaceAll('href="/', 'href="#/');
  const [statement, definition = ''] = found;
  // Moves the document into a data element, so that the script's hash in the policy does not depend on it.
  const script = program
    .replace(statement, () => "\nconst __redoc_definition = JSON.parse(document.getElementById('contract').textContent);\n")
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+/g, () => logo);
  const style = readStyle('lifecycle.css', 'redoc.css');
  const own = readFileSync(join(import.meta.dirname, 'browser/lead-anchors.js'), 'utf8');
  const title = escapeHtml(textOf(info?.title));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${writePolicy(own, script, drawn, head, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${favicon}
<script>${own}</script>
${head.trim()}
<style>${style}</style>
</head>
<body>
<noscript><style>${withoutScript}</style><p class="no-script">${title}: this page needs a script.${isOfPayments(contract) ? ' <a href="page.html">The same on one page</a> needs none.' : ''}</p></noscript>
${drawn.trim()}
<script type="application/json" id="contract">${definition}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

/** Writes the policy. It allows the page's own scripts and styles, an empty style that Redoc's script fills, and no network. */
function writePolicy(own: string, script: string, drawn: string, head: string, style: string): string {
  const allow = (texts: Iterable<string>) =>
    [...new Set(texts)].map((text) => `'sha256-${hash('sha256', text, 'base64')}'`).join(' ');
  const inside = (html: string, pattern: RegExp) => Array.from(html.matchAll(pattern), ([, text = '']) => text);
  const colours = /(--code-block-tokens-[\w-]+-color):/g;
  return [
    "default-src 'none'",
    `script-src ${allow([own, script, ...inside(drawn, /<script>([\s\S]*?)<\/script>/g)])}`,
    `style-src ${allow(['', style, withoutScript, ...inside(head, /<style[^>]*>([\s\S]*?)<\/style>/g)])}`,
    // Allows the `style` attributes of the HTML and of highlighted code. A script needs no permission to set `element.style`.
    `style-src-attr 'unsafe-hashes' ${allow([...inside(drawn, / style="([^"]*)"/g), ...inside(head, colours).map((name) => `color: var(${name})`)])}`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
