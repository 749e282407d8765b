import { type Html, html } from './html-template.ts';

/** Marks words in backticks and command options with their values as code. Options do not wrap. */
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
