/** HTML that is safe to put into a page. */
export interface Html {
  readonly html: string;
}

/** Template tag: every value is escaped unless it is HTML already. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Html)[]): Html {
  const escaped = values.map((value) => (typeof value === 'object' ? value.html : escapeHtml(String(value))));
  return { html: String.raw({ raw: parts }, ...escaped) };
}

/** A whole page; it loads nothing and runs nothing. */
export function htmlPage(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>${title}</h1>
${body}
</html>
`.html;
}

/** Headers of our pages: nothing in them may run, should something have got through. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
