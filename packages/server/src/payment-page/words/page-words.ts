import type { Html } from '@payment-invoice/kit/pages';

export type PageLanguage = 'en' | 'de' | 'es' | 'fr' | 'ar';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** The strings of the page in one language, except for the statuses. `Html` arguments are inserted without escaping. */
export interface PageWords {
  /** The language tag, for the `lang` attribute. */
  language: PageLanguage;
  direction: 'ltr' | 'rtl';
  /** The locale for numbers and dates. */
  locale: string;
  notices: Texts<NoticeName>;
  facts: Texts<'payTo' | 'recipient' | 'exactly' | 'amount' | 'note' | 'noteRemark' | 'receipt' | 'paidOn' | 'copy'>;
  steps: Texts<'heading' | 'receipt' | 'receiptToShop'> & {
    /** Renders the first step. `app` is undefined if the operator has not set an app's name. */
    open: (app: Html | undefined) => Html;
    send: (amount: Html, tag: Html) => Html;
    note: (note: Html) => Html;
  };
  timeLeft: string;
  until: string;
  progress: (paid: string, amount: string) => string;
  scanLabel: string;
  scan: string;
  enterReceipt: string;
  paidTooMuch: (surplus: string, amount: string) => string;
  failed: string;
  /** The strings for an expired invoice: `again` if nothing was paid, otherwise `part`, which says how much was paid. */
  expired: { strong: string; rest: string; again: string; part: (paid: string, missing: string) => string };
  returnTo: (host: Html) => Html;
  leaveUnpaid: (host: Html) => Html;
  leaving: (seconds: Html) => Html;
  stay: string;
  print: string;
  form: Texts<'title' | 'refusedTitle' | 'label' | 'submit' | 'back'> & {
    paste: (who: Html, amount: string) => Html;
    refusals: Texts<ReceiptRefusal>;
  };
  copyOfReceipt: { title: string; words: (who: Html) => Html; back: string };
  errors: Texts<'notDone' | 'tooLong' | 'notFromHere' | 'back' | 'unknown' | 'unknownWords' | 'failure'> & {
    failureWords: (requestId: string) => string;
  };
  sandbox: Texts<'ribbon' | 'noMoney' | 'heading' | 'submits' | 'shows' | 'docs'> & {
    actions: Texts<'full' | 'part' | 'over' | 'fail' | 'pending'>;
  };
  footer: string;
  script: Texts<'copy' | 'copied' | 'selected' | 'copiedAloud' | 'selectedAloud' | 'oneMinute' | 'stays'>;
}

/** The names of the notices that a page shows after a form was sent. */
const names = ['pending', 'failed', 'unavailable', 'late'] as const;

/** The name of a notice. A URL contains only the name, so a manipulated link cannot show other text. */
export type NoticeName = (typeof names)[number];

/** Reads the name of a notice. Returns undefined for any other text. */
export const readNotice = (name: unknown): NoticeName | undefined => names.find((known) => known === name);

/** A reason that the form explains when a receipt is refused. All other reasons are explained by the invoice's page. */
export type ReceiptRefusal =
  | 'receipt_already_used'
  | 'receipt_invalid'
  | 'receipt_mismatch'
  | 'receipt_not_final'
  | 'receipt_payment_failed'
  | 'receipt_verifier_unavailable'
  | 'rate_limited';
