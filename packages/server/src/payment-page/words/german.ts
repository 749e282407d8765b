import { html } from '@payment-invoice/kit/pages';
import type { PageWords } from './page-words.ts';

export const german: PageWords = {
  language: 'de',
  direction: 'ltr',
  locale: 'de-DE',
  notices: {
    pending: 'Die Zahlung wird noch bearbeitet. Bisher hat sich nichts geändert; diese Seite zeigt an, sobald sich etwas ändert.',
    failed: 'Diese Zahlung ist fehlgeschlagen. Ihre frühere Zahlung zählt weiterhin.',
    unavailable:
      'Die Zahlung kann gerade nicht geprüft werden. Es wurde nichts geändert; versuchen Sie es in einer Minute erneut.',
    late: 'Das war zu spät: Diese Rechnung kann nicht mehr bezahlt werden.',
  },
  facts: {
    payTo: 'Zahlen an',
    recipient: 'Empfänger',
    exactly: 'Genau',
    amount: 'Betrag',
    note: 'Notiz',
    noteRemark: 'Geben Sie sie bei der Zahlung an. Ohne sie kann Ihre Zahlung nicht zugeordnet werden.',
    receipt: 'Beleg',
    paidOn: 'Bezahlt am',
    copy: 'Kopieren',
  },
  steps: {
    heading: 'So zahlen Sie',
    open: (app) => (app ? html`Öffnen Sie ${app}.` : html`Öffnen Sie die App, mit der Sie an solche Kennungen zahlen.`),
    send: (amount, tag) => html`Senden Sie genau ${amount} an ${tag}.`,
    note: (note) => html`Geben Sie ${note} als Notiz der Zahlung an.`,
    receipt: 'Kopieren Sie den Online-Beleg, den die App anzeigt, und geben Sie ihn hier ein.',
    receiptToShop: 'Geben Sie den Online-Beleg, den die App anzeigt, dem Shop, der Sie hierher geleitet hat.',
  },
  timeLeft: 'Verbleibende Zeit',
  until: 'bis',
  progress: (paid, amount) => `${paid} von ${amount} sind eingegangen. Bitte zahlen Sie den Rest.`,
  scanLabel: 'QR-Code mit der Adresse dieser Seite',
  scan: 'Scannen, um mit dem Telefon zu zahlen.',
  enterReceipt: 'Ich habe bezahlt: Online-Beleg eingeben',
  paidTooMuch: (surplus, amount) =>
    `Das sind ${surplus} mehr als die geforderten ${amount}. Bitten Sie den Empfänger um Erstattung.`,
  failed:
    'Die Zahlung wurde nicht ausgeführt, und diese Rechnung kann nicht noch einmal bezahlt werden. Gehen Sie zurück zum Shop und beginnen Sie neu.',
  expired: {
    strong: 'Bitte zahlen Sie nicht mehr:',
    rest: 'Die Zahlung würde nicht gezählt.',
    again:
      'Wenn Sie gezahlt haben, wenden Sie sich an den Empfänger und nennen Sie die Notiz. Wenn nicht, gehen Sie zurück zum Shop und beginnen Sie neu.',
    part: (paid, missing) =>
      `${paid} sind rechtzeitig eingegangen, ${missing} fehlen. Wenden Sie sich an den Empfänger und nennen Sie die Notiz, bevor Sie noch einmal zahlen.`,
  },
  returnTo: (host) => html`Zurück zu ${host}`,
  leaveUnpaid: (host) => html`Nicht zahlen, zurück zu ${host}`,
  leaving: (seconds) => html`Sie werden in ${seconds} Sekunden dorthin geleitet.`,
  stay: 'Hier bleiben',
  print: 'Beleg drucken oder speichern',
  form: {
    title: 'Online-Beleg eingeben',
    refusedTitle: 'Nicht angenommen: Online-Beleg eingeben',
    paste: (who, amount) =>
      html`Fügen Sie den Online-Beleg Ihrer Zahlung von ${amount} an ${who} ein, vollständig und ohne weiteren Text.`,
    label: 'Online-Beleg',
    submit: 'Absenden',
    back: 'Zurück',
    refusals: {
      receipt_already_used: 'Dieser Beleg zählt bereits für eine andere Zahlung. Fügen Sie den Beleg dieser Zahlung ein.',
      receipt_invalid: 'Das ist kein lesbarer Online-Beleg. Fügen Sie ihn vollständig ein, genau wie Sie ihn erhalten haben.',
      receipt_mismatch: 'Dieser Beleg gehört zu einer anderen Zahlung: Empfänger oder Notiz stimmen nicht überein.',
      receipt_not_final: 'Die Zahlung wird noch bearbeitet. Kommen Sie mit dem Beleg zurück, wenn sie abgeschlossen ist.',
      receipt_payment_failed:
        'Laut diesem Beleg ist die Zahlung fehlgeschlagen. Ihre frühere Zahlung zählt weiterhin; zahlen Sie den Rest.',
      receipt_verifier_unavailable:
        'Der Beleg kann gerade nicht geprüft werden. Es wurde nichts geändert; senden Sie ihn in einer Minute erneut ab.',
      rate_limited: 'Zu viele Versuche. Es wurde nichts geändert; senden Sie den Beleg in einer Minute erneut ab.',
    },
  },
  copyOfReceipt: {
    title: 'Ihr Online-Beleg',
    words: (who) =>
      html`Das ist der Beleg Ihrer Zahlung an ${who}. Kopieren Sie ihn jetzt und geben Sie ihn dem Shop: Er wird nur einmal angezeigt.`,
    back: 'Zurück zur Zahlung',
  },
  errors: {
    notDone: 'Das hat nicht funktioniert',
    tooLong: 'Ihr Text ist länger als jeder Online-Beleg. Es wurde nichts geändert.',
    notFromHere:
      'Das Formular stammt nicht von der aktuellen Fassung dieser Seite. Es wurde nichts geändert. Falls Ihr Browser Cookies blockiert, erlauben Sie sie für diese Seite; versuchen Sie es dann erneut.',
    back: 'Zurück zur Zahlung',
    unknown: 'Diese Zahlung gibt es nicht',
    unknownWords: 'Der Link ist unvollständig oder falsch. Öffnen Sie ihn erneut oder gehen Sie zurück zum Shop.',
    failure: 'Diese Seite kann gerade nicht angezeigt werden',
    failureWords: (requestId) =>
      `Versuchen Sie es in einer Minute erneut. Wenn Sie schon bezahlt haben, zahlen Sie nicht noch einmal. Wenn das Problem bleibt, nennen Sie dem Shop diese Nummer: ${requestId}.`,
  },
  sandbox: {
    ribbon: 'Sandbox.',
    noMoney: 'Hier fließt kein Geld.',
    heading: 'Zahlung simulieren',
    submits: 'Jede Taste signiert einen Online-Beleg wie bei einer echten Zahlung und reicht ihn ein.',
    shows: 'Jede Taste signiert einen Online-Beleg wie bei einer echten Zahlung und zeigt ihn an, damit Sie ihn einreichen.',
    actions: {
      full: 'Vollständig zahlen',
      part: 'Einen Teil zahlen',
      over: 'Zu viel zahlen',
      fail: 'Fehlschlagen lassen',
      pending: 'In Bearbeitung lassen',
    },
    docs: 'Dokumentation',
  },
  footer: 'Zahlungsseite von Payment Invoice',
  script: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    selected: 'Markiert',
    copiedAloud: 'Kopiert.',
    selectedAloud: 'Markiert: Kopieren Sie mit der Tastatur.',
    oneMinute: 'Es bleibt noch eine Minute für die Zahlung.',
    stays: 'Sie bleiben auf dieser Seite.',
  },
};
