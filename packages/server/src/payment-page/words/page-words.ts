import type { Html } from '@payment-invoice/kit/pages';

export type PageLanguage = 'en' | 'de' | 'es' | 'fr' | 'ar';

/** The strings of the page in one language, except for the statuses. `Html` arguments are inserted without escaping. */
export interface PageWords {
  /** The language tag, for the `lang` attribute. */
  language: PageLanguage;
  direction: 'ltr' | 'rtl';
  /** The locale for numbers and dates. */
  locale: string;
  notices: Readonly<Record<NoticeName, string>>;
  facts: {
    payTo: string;
    recipient: string;
    exactly: string;
    amount: string;
    note: string;
    noteRemark: string;
    receipt: string;
    paidOn: string;
    copy: string;
  };
  steps: {
    heading: string;
    /** Renders the first step. `app` is undefined if the operator has not set an app's name. */
    open: (app: Html | undefined) => Html;
    send: (amount: Html, tag: Html) => Html;
    note: (note: Html) => Html;
    receipt: string;
    receiptToShop: string;
  };
  timeLeft: string;
  until: string;
  progress: (paid: string, amount: string) => string;
  scanLabel: string;
  scan: string;
  enterReceipt: string;
  paidTooMuch: (surplus: string, amount: string) => string;
  failed: string;
  /** The strings for an expired invoice: `again` if nothing was paid, `part` if a part was, so that it is not paid twice. */
  expired: { strong: string; rest: string; again: string; part: (paid: string, missing: string) => string };
  returnTo: (host: Html) => Html;
  leaveUnpaid: (host: Html) => Html;
  leaving: (seconds: Html) => Html;
  stay: string;
  print: string;
  form: {
    title: string;
    refusedTitle: string;
    paste: (who: Html, amount: string) => Html;
    label: string;
    submit: string;
    back: string;
    refusals: Readonly<Record<ReceiptRefusal, string>>;
  };
  copyOfReceipt: { title: string; words: (who: Html) => Html; back: string };
  errors: {
    notDone: string;
    tooLong: string;
    notFromHere: string;
    back: string;
    unknown: string;
    unknownWords: string;
    failure: string;
    failureWords: (requestId: string) => string;
  };
  sandbox: {
    ribbon: string;
    noMoney: string;
    heading: string;
    submits: string;
    shows: string;
    actions: Readonly<Record<'full' | 'part' | 'over' | 'fail' | 'pending', string>>;
    docs: string;
  };
  footer: string;
  script: {
    copy: string;
    copied: string;
    selected: string;
    copiedAloud: string;
    selectedAloud: string;
    oneMinute: string;
    stays: string;
  };
}

/** The names of the notices that a page shows after a form was sent. */
const names = ['pending', 'failed', 'unavailable', 'late'] as const;

/** The name of a notice. A URL contains only the name, so a manipulated link cannot show other text. */
export type NoticeName = (typeof names)[number];

/** Reads the name of a notice. Returns undefined for any other text. */
export function readNotice(name: unknown): NoticeName | undefined {
  return names.find((known) => known === name);
}

/** A reason for refusing a receipt that the form explains. All other reasons are explained by the invoice's page. */
export type ReceiptRefusal =
  | 'receipt_already_used'
  | 'receipt_invalid'
  | 'receipt_mismatch'
  | 'receipt_not_final'
  | 'receipt_payment_failed'
  | 'receipt_verifier_unavailable'
  | 'rate_limited';
