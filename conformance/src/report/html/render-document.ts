import { Html, html } from './html-template.ts';

/** The parts of a page. */
interface Page {
  title: string;
  style: string;
  script: string;
  body: Html;
}

/** Renders a self-contained page, which sends no request. */
export function renderDocument({ title, style, script, body }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
${body}<script>${new Html(script)}</script>
</body>
</html>
`.text;
}
