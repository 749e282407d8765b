import type { Html } from '@payment-invoice/kit/pages';

export type PageLanguage = 'en' | 'de' | 'es' | 'fr' | 'ar';

/**
 * All texts of the payment page in one language, except those of the statuses. `Html` arguments are inserted without escaping.
 */
export interface PageWords {
  /** The language tag, for `lang`. */
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
    /** Renders the first step. `app` is the name of the app; undefined when the operator has not set it. */
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
  /**
   * The texts for an expired invoice. `again` is for one without any payment. `part` is for one that was partly paid,
   * so that the payer does not pay that part again.
   */
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
  /** The texts of the page's script. */
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

/** The names of the notices that follow a form. */
const names = ['pending', 'failed', 'unavailable', 'late'] as const;

/** The name of a notice. A URL contains only the name, so nobody can make the page show other texts. */
export type NoticeName = (typeof names)[number];

/** Reads the name of a notice; undefined when it is not one. */
export function readNotice(name: unknown): NoticeName | undefined {
  return names.find((known) => known === name);
}

/** A refusal of a receipt that the form explains. After any other refusal, the page of the invoice explains more. */
export type ReceiptRefusal =
  | 'receipt_already_used'
  | 'receipt_invalid'
  | 'receipt_mismatch'
  | 'receipt_not_final'
  | 'receipt_payment_failed'
  | 'receipt_verifier_unavailable'
  | 'rate_limited';
