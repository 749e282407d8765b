import { html } from '@payment-invoice/kit/pages';
import type { PageWords } from './page-words.ts';

export const french: PageWords = {
  language: 'fr',
  direction: 'ltr',
  locale: 'fr-FR',
  notices: {
    pending: 'Le paiement est encore en attente. Rien n’a changé pour l’instant ; cette page l’indiquera dès que ce sera le cas.',
    failed: 'Ce paiement a échoué. Votre paiement précédent compte toujours.',
    unavailable: 'Le paiement ne peut pas être vérifié pour le moment. Rien n’a été modifié ; réessayez dans une minute.',
    late: 'C’est trop tard : cette facture ne peut plus être payée.',
  },
  facts: {
    payTo: 'Payer à',
    recipient: 'Destinataire',
    exactly: 'Exactement',
    amount: 'Montant',
    note: 'Note',
    noteRemark: 'Ajoutez-la au paiement. Sans elle, votre paiement ne pourra pas être retrouvé.',
    receipt: 'Reçu',
    paidOn: 'Payé le',
    copy: 'Copier',
  },
  steps: {
    heading: 'Comment payer',
    open: (app) => (app ? html`Ouvrez ${app}.` : html`Ouvrez l’application avec laquelle vous payez à ce type d’identifiant.`),
    send: (amount, tag) => html`Envoyez exactement ${amount} à ${tag}.`,
    note: (note) => html`Indiquez ${note} comme note du paiement.`,
    receipt: 'Copiez le reçu web affiché par l’application et saisissez-le ici.',
    receiptToShop: 'Remettez le reçu web affiché par l’application à la boutique qui vous a envoyé ici.',
  },
  timeLeft: 'Temps restant',
  until: 'jusqu’au',
  progress: (paid, amount) => `${paid} sur ${amount} ont été reçus. Veuillez payer le reste.`,
  scanLabel: 'Code QR avec l’adresse de cette page',
  scan: 'Scannez pour payer avec votre téléphone.',
  enterReceipt: 'J’ai payé : saisir le reçu web',
  paidTooMuch: (surplus, amount) =>
    `C’est ${surplus} de plus que les ${amount} demandés. Demandez le remboursement au destinataire.`,
  failed: 'Le paiement n’a pas abouti et cette facture ne peut plus être payée. Retournez à la boutique et recommencez.',
  expired: {
    strong: 'Ne payez plus :',
    rest: 'le paiement ne serait pas compté.',
    again: 'Si vous avez payé, contactez le destinataire en indiquant la note. Sinon, retournez à la boutique et recommencez.',
    part: (paid, missing) =>
      `${paid} sont arrivés à temps, il manque ${missing}. Contactez le destinataire en indiquant la note avant de payer à nouveau.`,
  },
  returnTo: (host) => html`Retourner sur ${host}`,
  leaveUnpaid: (host) => html`Ne pas payer, retourner sur ${host}`,
  leaving: (seconds) => html`Vous y serez redirigé dans ${seconds} secondes.`,
  stay: 'Rester ici',
  print: 'Imprimer ou enregistrer ce reçu',
  form: {
    title: 'Saisir le reçu web',
    refusedTitle: 'Refusé : saisir le reçu web',
    paste: (who, amount) =>
      html`Collez le reçu web que vous avez obtenu en payant ${amount} à ${who}, en entier et sans rien ajouter.`,
    label: 'Reçu web',
    submit: 'Envoyer',
    back: 'Retour',
    refusals: {
      receipt_already_used: 'Ce reçu compte déjà pour un autre paiement. Collez le reçu de ce paiement.',
      receipt_invalid: 'Ce n’est pas un reçu web lisible. Collez-le en entier, exactement comme vous l’avez reçu.',
      receipt_mismatch: 'Ce reçu correspond à un autre paiement : le destinataire ou la note est différent.',
      receipt_not_final: 'Le paiement est encore en attente. Revenez avec son reçu une fois qu’il est terminé.',
      receipt_payment_failed: 'D’après ce reçu, le paiement a échoué. Votre paiement précédent compte toujours ; payez le reste.',
      receipt_verifier_unavailable:
        'Le reçu ne peut pas être vérifié pour le moment. Rien n’a été modifié ; envoyez-le de nouveau dans une minute.',
      rate_limited: 'Trop de tentatives. Rien n’a été modifié ; envoyez-le de nouveau dans une minute.',
    },
  },
  copyOfReceipt: {
    title: 'Votre reçu web',
    words: (who) =>
      html`Voici le reçu de votre paiement à ${who}. Copiez-le maintenant et remettez-le à la boutique : il n’est affiché qu’une fois.`,
    back: 'Retour au paiement',
  },
  errors: {
    notDone: 'Cela n’a pas fonctionné',
    tooLong: 'Votre texte est plus long que n’importe quel reçu web. Rien n’a été modifié.',
    notFromHere:
      'Le formulaire ne provient pas de la version actuelle de cette page. Rien n’a été modifié. Si votre navigateur bloque les cookies, autorisez-les pour cette page, puis réessayez.',
    back: 'Retour au paiement',
    unknown: 'Ce paiement n’existe pas',
    unknownWords: 'Le lien est incomplet ou incorrect. Ouvrez-le de nouveau ou retournez à la boutique.',
    failure: 'Cette page ne peut pas être affichée pour le moment',
    failureWords: (requestId) =>
      `Réessayez dans une minute. Si vous avez déjà payé, ne payez pas une seconde fois. Si le problème persiste, communiquez ce numéro à la boutique : ${requestId}.`,
  },
  sandbox: {
    ribbon: 'Bac à sable.',
    noMoney: 'Aucun argent ne circule ici.',
    heading: 'Simuler le paiement',
    submits: 'Chaque bouton signe un reçu web comme le ferait un paiement, puis l’envoie.',
    shows: 'Chaque bouton signe un reçu web comme le ferait un paiement, puis l’affiche pour que vous l’envoyiez.',
    actions: {
      full: 'Payer en totalité',
      part: 'Payer une partie',
      over: 'Payer trop',
      fail: 'Faire échouer',
      pending: 'Laisser en attente',
    },
    docs: 'Documentation',
  },
  footer: 'Page de paiement de Payment Invoice',
  script: {
    copy: 'Copier',
    copied: 'Copié',
    selected: 'Sélectionné',
    copiedAloud: 'Copié.',
    selectedAloud: 'Sélectionné : copiez avec le clavier.',
    oneMinute: 'Il reste une minute pour payer.',
    stays: 'Vous restez sur cette page.',
  },
};
