import { Marked, type Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { renderFence } from './render-code.ts';

/** The settings that make a text fit into its section of the page. */
export interface MarkdownPlace {
  /** The prefix of the headings' ids. */
  id: string;
  /** The number of levels to add to each heading, because a guide's `##` comes below the heading of its section. */
  deeper?: number;
  /** True for our own guides, which may contain HTML. In a contract's text, `<` is an ordinary character. */
  holdsHtml?: boolean;
}

/** Renders Markdown. Turns links between guides into links within the page. */
export function renderMarkdown(text: string, { id, deeper = 0, holdsHtml = false }: MarkdownPlace): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text: words }: Tokens.Heading) {
        const level = Math.min(6, depth + deeper);
        return `<h${level} id="${id}-${slugOf(words)}">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      code({ text: source, lang = '' }: Tokens.Code) {
        const [language = '', ...label] = lang.split(' ');
        return renderFence(source, language, label.join(' '));
      },
      html: ({ text: source }: Tokens.HTML | Tokens.Tag) => (holdsHtml ? source : escapeHtml(source)),
      table(token: Tokens.Table) {
        const words = (row: Tokens.TableCell[]) => row.map((cell) => this.parser.parseInline(cell.tokens));
        const rows = token.rows.map(
          (row) =>
            `<tr>${words(row)
              .map((cell) => `<td>${cell}</td>`)
              .join('')}</tr>`,
        );
        return renderTable(words(token.header), rows);
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** Renders a table in a container that scrolls horizontally when the table is wider than the page. */
export function renderTable(columns: readonly string[], rows: readonly string[], kind = ''): string {
  const head = columns.map((words) => `<th scope="col">${words}</th>`).join('');
  return `<div class="scroll"><table${kind && ` class="${kind}"`}><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>\n`;
}

/** Escapes HTML in a third party's Markdown, so that `<` outside of code is shown as a character. */
export function escapeMarkdown(text: string): string {
  return text.replace(/(`+)[^`][\s\S]*?\1|</g, (found) => (found === '<' ? '&lt;' : found));
}

/** Makes the last part of a heading's id from the heading's words. */
export function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
