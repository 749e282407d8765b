import { type Html, html } from '../html-page.ts';
import { moneyText } from './money-text.ts';
import { isOpen, type PageModel } from './page-model.ts';

/** Renders the facts that go into the payment. A browser that translates leaves them as they are. Those that are to be copied have a button, which works only with script. */
export function renderFacts(page: PageModel): Html {
  const { cashTag, note, amount, missing, receiptId, status } = page;
  const open = isOpen(page);
  return html`<dl>
${fact(open ? 'Pay to' : 'Recipient', html`<bdi id="tag" translate="no">${cashTag}</bdi>`, open ? 'tag' : undefined)}
${fact(open ? 'Exactly' : 'Amount', html`<span>${moneyText(open ? missing : amount)}</span>`)}
${fact('Note', html`<bdi id="note" class="code" translate="no">${note}</bdi>`, open ? 'note' : undefined, open ? 'Put it into the payment. Without it, the payment cannot be found.' : undefined)}
${status === 'PAID' && receiptId !== null ? fact('Receipt', html`<bdi class="code" translate="no">${receiptId}</bdi>`) : undefined}
</dl>`;
}

function fact(name: string, value: Html, copyId?: string, remark?: string): Html {
  return html`<div><dt>${name}</dt><dd><span class="value">${value}${copyId && copyButton(copyId, name)}</span>${remark && html`<span class="remark">${remark}</span>`}</dd></div>`;
}

/** Copies the text of the element of that id; without script it is not shown. */
export function copyButton(id: string, name: string, style = 'copy small'): Html {
  return html`<button type="button" class="${style}" data-copy="${id}" hidden><span>Copy</span><span class="unseen"> ${name.toLowerCase()}</span></button>`;
}
