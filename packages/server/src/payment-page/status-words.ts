import type { FinalStatus, InvoiceStatus } from '@payment-invoice/kit/lifecycle';
import { type Html, html } from '@payment-invoice/kit/pages';
import type { PageModel } from './page-model.ts';
import { drawIcon } from './render-document.ts';
import type { PageLanguage } from './words/page-words.ts';
import { moneyText } from './write-values.ts';

interface StatusWords {
  name: string;
  headline: (who: Html) => Html;
}

interface StatusText extends Readonly<Record<PageLanguage, StatusWords>> {
  /** The icon, which is only decoration: the text next to it has the same meaning. */
  icon: Html;
}

/** The strings for each status. If the contract adds a status, the compiler requires strings for it. */
const statusTexts: Readonly<Record<InvoiceStatus, StatusText>> = {
  PENDING: {
    icon: drawIcon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>'),
    en: { name: 'Waiting for payment', headline: (who) => html`Pay ${who}` },
    de: { name: 'Zahlung ausstehend', headline: (who) => html`Zahlung an ${who}` },
    es: { name: 'Pendiente de pago', headline: (who) => html`Pague a ${who}` },
    fr: { name: 'En attente de paiement', headline: (who) => html`Payer ${who}` },
    ar: { name: 'بانتظار الدفع', headline: (who) => html`ادفع إلى ${who}` },
  },
  UNDER_PAID: {
    icon: drawIcon('<circle cx="12" cy="12" r="9"/><path d="M12 3v9h9"/>'),
    en: { name: 'Part paid', headline: (who) => html`Still to pay to ${who}` },
    de: { name: 'Teilweise bezahlt', headline: (who) => html`Noch zu zahlen an ${who}` },
    es: { name: 'Pagado en parte', headline: (who) => html`Falta por pagar a ${who}` },
    fr: { name: 'Payé en partie', headline: (who) => html`Reste à payer à ${who}` },
    ar: { name: 'مدفوع جزئيًا', headline: (who) => html`المبلغ المتبقي لصالح ${who}` },
  },
  PAID: {
    icon: drawIcon('<circle cx="12" cy="12" r="9"/><path d="m8 12.5 2.7 2.7L16 9.5"/>'),
    en: { name: 'Paid', headline: (who) => html`You paid ${who}` },
    de: { name: 'Bezahlt', headline: (who) => html`Sie haben ${who} bezahlt` },
    es: { name: 'Pagado', headline: (who) => html`Ha pagado a ${who}` },
    fr: { name: 'Payé', headline: (who) => html`Vous avez payé ${who}` },
    ar: { name: 'مدفوع', headline: (who) => html`لقد دفعت إلى ${who}` },
  },
  FAILED: {
    icon: drawIcon('<circle cx="12" cy="12" r="9"/><path d="m9 9 6 6m0-6-6 6"/>'),
    en: { name: 'Payment failed', headline: (who) => html`The payment to ${who} failed` },
    de: { name: 'Zahlung fehlgeschlagen', headline: (who) => html`Die Zahlung an ${who} ist fehlgeschlagen` },
    es: { name: 'El pago falló', headline: (who) => html`El pago a ${who} falló` },
    fr: { name: 'Paiement échoué', headline: (who) => html`Le paiement à ${who} a échoué` },
    ar: { name: 'فشل الدفع', headline: (who) => html`فشل الدفع إلى ${who}` },
  },
  EXPIRED: {
    icon: drawIcon('<path d="M7 3h10M7 21h10M8 3v3c0 3 4 4 4 6s-4 3-4 6v3M16 3v3c0 3-4 4-4 6s4 3 4 6v3"/>'),
    en: { name: 'Time is over', headline: (who) => html`The time to pay ${who} is over` },
    de: { name: 'Zeit abgelaufen', headline: (who) => html`Die Zeit für die Zahlung an ${who} ist abgelaufen` },
    es: { name: 'Plazo vencido', headline: (who) => html`El plazo para pagar a ${who} ha vencido` },
    fr: { name: 'Délai expiré', headline: (who) => html`Le délai pour payer ${who} a expiré` },
    ar: { name: 'انتهى الوقت', headline: (who) => html`انتهى وقت الدفع إلى ${who}` },
  },
};

const lastWords: Readonly<Record<FinalStatus, (page: PageModel) => Html | undefined>> = {
  PAID: ({ paid, amount, words, currency }) => html`<p class="amount"><bdi>${moneyText(paid, { words, currency })}</bdi></p>
${paid > amount ? html`<p>${words.paidTooMuch(moneyText(paid - amount, { words, currency }), moneyText(amount, { words, currency }))}</p>` : undefined}`,
  FAILED: ({ words }) => html`<p>${words.failed}</p>`,
  EXPIRED: ({ paid, missing, words, currency }) => html`<p><strong>${words.expired.strong}</strong> ${words.expired.rest}</p>
<p>${paid > 0 ? words.expired.part(moneyText(paid, { words, currency }), moneyText(missing, { words, currency })) : words.expired.again}</p>`,
};

export const wordsOf = ({ status, words }: PageModel): string => statusTexts[status][words.language].name;

export const iconOf = (status: InvoiceStatus): Html => statusTexts[status].icon;

export const headlineOf = (page: PageModel): Html => statusTexts[page.status][page.words.language].headline(renderWho(page));

export const renderLastWords = (page: PageModel, status: FinalStatus): Html | undefined => lastWords[status](page);

/** Renders the merchant's name, or else the tag, in a `<bdi>`, so that its direction does not affect the text around it. */
export const renderWho = ({ merchant, cashTag }: PageModel): Html => html`<bdi translate="no">${merchant ?? cashTag}</bdi>`;
