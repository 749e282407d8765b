import { type Html, html } from '../pages/html-page.ts';
import { moneyText } from './money-text.ts';
import type { PageModel } from './page-model.ts';

/** Renders how to pay, step by step, and with which app. */
export function renderSteps({ words, app, missing, cashTag, note, isWhiteLabel }: PageModel): Html {
  const { steps } = words;
  const isolate = (text: string) => html`<bdi translate="no">${text}</bdi>`;
  const list = [
    steps.open(app === undefined ? undefined : isolate(app)),
    steps.send(isolate(moneyText(missing, words)), isolate(cashTag)),
    steps.note(isolate(note)),
    html`${isWhiteLabel ? steps.receiptToShop : steps.receipt}`,
  ];
  return html`<section class="steps" aria-labelledby="how">
<h2 id="how">${steps.heading}</h2>
<ol>${list.map((step) => html`<li>${step}</li>`)}</ol>
</section>`;
}
