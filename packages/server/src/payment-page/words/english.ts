import { html } from '@payment-invoice/kit/pages';
import type { PageWords } from './page-words.ts';

export const english: PageWords = {
  language: 'en',
  direction: 'ltr',
  locale: 'en-US',
  notices: {
    pending: 'The payment is still pending. Nothing has changed yet; this page will show when it has.',
    failed: 'That payment failed. Your earlier payment still counts.',
    unavailable: 'The payment cannot be checked right now. Nothing was changed; try again in a minute.',
    late: 'That came too late: this invoice can no longer be paid.',
  },
  facts: {
    payTo: 'Pay to',
    recipient: 'Recipient',
    exactly: 'Exactly',
    amount: 'Amount',
    note: 'Note',
    noteRemark: 'Add it to the payment. Without it, your payment cannot be found.',
    receipt: 'Receipt',
    paidOn: 'Paid on',
    copy: 'Copy',
  },
  steps: {
    heading: 'How to pay',
    open: (app) => (app ? html`Open ${app}.` : html`Open the payment app that uses tags like this one.`),
    send: (amount, tag) => html`Send exactly ${amount} to ${tag}.`,
    note: (note) => html`Enter ${note} as the payment note.`,
    receipt: 'Copy the web receipt that the app shows, and enter it here.',
    receiptToShop: 'Give the web receipt that the app shows to the shop that sent you here.',
  },
  timeLeft: 'Time left',
  until: 'until',
  progress: (paid, amount) => `${paid} of ${amount} has arrived. Please pay the rest.`,
  scanLabel: 'QR code with the address of this page',
  scan: 'Scan to pay with your phone.',
  enterReceipt: 'I have paid: enter the web receipt',
  paidTooMuch: (surplus, amount) =>
    `That is ${surplus} more than the ${amount} you were asked for. Ask the recipient for a refund.`,
  failed: 'The payment did not go through, and this invoice cannot be paid again. Go back to the shop and start again.',
  expired: {
    strong: 'Please do not pay any more:',
    rest: 'it would not be counted.',
    again: 'If you have paid, contact the recipient and mention the note. If not, go back to the shop and start again.',
    part: (paid, missing) =>
      `${paid} arrived in time, ${missing} is missing. Contact the recipient and mention the note before you pay again.`,
  },
  returnTo: (host) => html`Return to ${host}`,
  leaveUnpaid: (host) => html`Do not pay, return to ${host}`,
  leaving: (seconds) => html`You will be taken there in ${seconds} seconds.`,
  stay: 'Stay here',
  print: 'Print or save this receipt',
  form: {
    title: 'Enter the web receipt',
    refusedTitle: 'Not accepted: enter the web receipt',
    paste: (who, amount) =>
      html`Paste the web receipt you received when you paid ${amount} to ${who}. Paste all of it and nothing else.`,
    label: 'Web receipt',
    submit: 'Submit',
    back: 'Back',
    refusals: {
      receipt_already_used: 'This receipt already counts for another payment. Paste the receipt of this payment.',
      receipt_invalid: 'This is not a readable web receipt. Paste all of it, exactly as you received it.',
      receipt_mismatch: 'This receipt belongs to another payment: its recipient or its note is different.',
      receipt_not_final: 'The payment is still pending. Come back with its receipt when it is complete.',
      receipt_payment_failed: 'According to this receipt, the payment failed. Your earlier payment still counts; pay the rest.',
      receipt_verifier_unavailable: 'The receipt cannot be checked right now. Nothing was changed; submit it again in a minute.',
      rate_limited: 'You tried too often. Nothing was changed; submit it again in a minute.',
    },
  },
  copyOfReceipt: {
    title: 'Your web receipt',
    words: (who) =>
      html`This is the receipt of your payment to ${who}. Copy it now and give it to the shop: it is shown only once.`,
    back: 'Back to the payment',
  },
  errors: {
    notDone: 'That did not work',
    tooLong: 'Your text is longer than any web receipt. Nothing was changed.',
    notFromHere:
      'The form did not come from the current version of this page. Nothing was changed. If your browser blocks cookies, allow them for this page; then try again.',
    back: 'Back to the payment',
    unknown: 'There is no such payment',
    unknownWords: 'The link is incomplete or wrong. Open it again from where you found it, or go back to the shop.',
    failure: 'This page cannot be shown right now',
    failureWords: (requestId) =>
      `Try again in a minute. If you have paid, do not pay again. If the problem persists, give the shop this number: ${requestId}.`,
  },
  sandbox: {
    ribbon: 'Sandbox.',
    noMoney: 'No money moves here.',
    heading: 'Play the payer',
    submits: 'Each button signs a web receipt as a payment would, and submits it.',
    shows: 'Each button signs a web receipt as a payment would, and shows it for you to submit.',
    actions: { full: 'Pay in full', part: 'Pay a part', over: 'Pay too much', fail: 'Let it fail', pending: 'Stay pending' },
    docs: 'Docs',
  },
  footer: 'Payment page by Payment Invoice',
  script: {
    copy: 'Copy',
    copied: 'Copied',
    selected: 'Selected',
    copiedAloud: 'Copied.',
    selectedAloud: 'Selected: copy it with your keyboard.',
    oneMinute: 'One minute is left to pay.',
    stays: 'You stay on this page.',
  },
};
