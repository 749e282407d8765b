import { pageStyle } from './page-style.ts';

/** HTML that is safe to put into a page. */
export interface Html {
  html: string;
}

/** Template tag that escapes every value, and each one of a list, unless it is HTML already; undefined is left out. */
export function html(parts: TemplateStringsArray, ...values: readonly (Value | readonly Value[])[]): Html {
  let text = parts[0] ?? '';
  // A loop, as a page is made of a hundred of these.
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Array.isArray(value)) for (const one of value) text += htmlOf(one);
    else text += htmlOf(value as Value);
    text += parts[i + 1];
  }
  return { html: text };
}

type Value = string | number | Html | undefined;

function htmlOf(value: Value): string {
  if (value === undefined) return '';
  return typeof value === 'object' ? value.html : escapeHtml(String(value));
}

/** Renders a whole page, its heading in `body`; it loads nothing and runs nothing. */
export function htmlPage(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ html: pageStyle }}</style>
${body}
</html>
`.html;
}

/** Headers of our pages: nothing in them may run, even if something slipped in, and no site may frame them. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Renders a sentence of the contract: its backticks mean code, everything else is text. */
export function sentence(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return { html: parts.map((part, index) => (index % 2 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part))).join('') };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
