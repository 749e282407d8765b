import { type Html, html } from '../pages/html-page.ts';
import { sandboxActions, sandboxAmount } from '../sandbox/sandbox-actions.ts';
import { moneyText } from './money-text.ts';
import type { PageModel } from './page-model.ts';

export function renderSandboxForm(page: PageModel, formToken: string): Html {
  const { sandbox } = page.words;
  const buttons = sandboxActions.flatMap(({ name, showsAmount }) => {
    const amount = sandboxAmount(name, page.missing);
    if (amount === undefined) return [];
    const style = name === 'full' ? 'button primary' : 'button';
    return [
      html`<button class="${style}" name="action" value="${name}"><span>${sandbox.actions[name]}</span>${showsAmount ? html` <span>${moneyText(amount, page.words)}</span>` : undefined}</button>`,
    ];
  });
  return html`<section class="card" aria-labelledby="play">
<h2 id="play">${sandbox.heading}</h2>
<p class="soft">${page.isWhiteLabel ? sandbox.shows : sandbox.submits}</p>
<form method="post" action="${page.path}/sandbox" class="actions">
<input type="hidden" name="token" value="${formToken}">
${buttons}
</form>
</section>`;
}
