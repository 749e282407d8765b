import { encodeHtml } from '../../text/encode-output.ts';
import { readBeside } from '../../text/find-package.ts';

/** Text that is already HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | undefined | false | readonly Piece[];

/** Fills in a template. Escapes all values that are not already HTML, so that a server's response cannot become markup. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(values[index - 1]) + string));
}

function render(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(render).join('');
  return encodeHtml(String(piece));
}

/** Marks text in backticks, and command options with their values, as code. A line never breaks inside an option. */
export function markCode(text: string): Html[] {
  return text
    .split(/(`[^`]+`|--[a-z][a-z-]*(?: (?:full\b|[a-z]+-[a-z]+))?)/)
    .map((part, index) =>
      index % 2 === 0
        ? html`${part}`
        : part.startsWith('`')
          ? html`<code>${part.slice(1, -1)}</code>`
          : html`<code class="option">${part}</code>`,
    );
}

type Page = Record<'title' | 'style' | 'script', string> & { body: Html };

/** Reads the styles that all pages share. */
export const readStyle = (): string => readBeside('report.css');

/** Renders a self-contained page, which loads nothing. */
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
