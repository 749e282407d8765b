import { type Html, html } from '@payment-invoice/kit/pages';
import { moneyText, plainMoneyText } from './money-text.ts';
import { isOpen, type PageModel } from './page-model.ts';
import { renderMoment } from './time-text.ts';
import type { PageWords } from './words/page-words.ts';

/**
 * Renders the facts that the payer needs, or that describe a finished payment. Browsers do not translate them. Facts to
 * be copied have a button, which works only with script.
 */
export function renderFacts(page: PageModel): Html {
  const { cashTag, note, amount, missing, receiptId, status, paidAt, words } = page;
  const { facts } = words;
  const open = isOpen(page);
  const copy = (id: string, name: string, text?: string) => (open ? copyButton({ id, name, text, words }) : undefined);
  const tagName = open ? facts.payTo : facts.recipient;
  const amountName = open ? facts.exactly : facts.amount;
  const due = open ? missing : amount;
  const money = html`<bdi id="due">${moneyText(due, page)}</bdi>`;
  return html`<dl>
${fact(tagName, html`<bdi id="tag" translate="no">${cashTag}</bdi>`, copy('tag', tagName))}
${fact(amountName, money, copy('due', amountName, plainMoneyText(due)))}
${fact(facts.note, html`<bdi id="note" class="code" translate="no">${note}</bdi>`, copy('note', facts.note), open ? facts.noteRemark : undefined)}
${status === 'PAID' && paidAt !== undefined ? fact(facts.paidOn, renderMoment(paidAt, words, true)) : undefined}
${status === 'PAID' && receiptId !== null ? fact(facts.receipt, html`<bdi class="code" translate="no">${receiptId}</bdi>`) : undefined}
</dl>`;
}

function fact(name: string, value: Html, copy?: Html, remark?: string): Html {
  return html`<div><dt>${name}</dt><dd><span class="value">${value}${copy}</span>${remark && html`<span class="remark">${remark}</span>`}</dd></div>`;
}

/** A button that copies a text. */
export interface CopyButton {
  /** The id of the element whose text is copied, or is selected when the browser does not let scripts copy. */
  id: string;
  name: string;
  /** The text to copy instead of the element's. */
  text?: string | undefined;
  style?: string;
  words: PageWords;
}

/** Renders a button that copies a text. It is hidden without script. */
export function copyButton({ id, name, text, style = 'copy small', words }: CopyButton): Html {
  return html`<button type="button" class="${style}" data-copy="${id}"${text && html` data-text="${text}"`} hidden><span>${words.facts.copy}</span><span class="unseen"> ${name.toLowerCase()}</span></button>`;
}
