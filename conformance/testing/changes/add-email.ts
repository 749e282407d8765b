import type { ChangeContract } from './change-contract.ts';
import { must } from './state-operation.ts';

/** Adds an e-mail address to create. It requires a field with a consent, and no response shows it. */
export const addEmail: ChangeContract = ({ components: { schemas }, ...document }) => {
  const { CreatePaymentRequest, PaymentInvoice } = schemas;
  document['x-features'].mails = 'The payer gets a receipt by e-mail.';
  const consent = { description: 'The payer agrees.', examples: [true], 'x-feature': 'mails' };
  CreatePaymentRequest.properties.payerEmail = {
    ...{ type: 'string', format: 'email', maxLength: 254, description: 'Where the receipt goes.', 'x-feature': 'mails' },
    ...{ examples: ['ada@example.org'] },
    writeOnly: true,
    'x-requirements': [
      must('create-email', 'A `payerEmail` that is no address is refused.', { keywords: ['format', 'maxLength'] }),
      must('email-kept', '`payerEmail` is in no response.'),
    ],
  };
  CreatePaymentRequest.properties.payerConsent = {
    ...{ ...consent, type: 'boolean', const: true },
    'x-requirements': [must('create-consent', 'A `payerConsent` other than true is refused.', { keywords: ['const'] })],
  };
  PaymentInvoice.properties.payerConsent = {
    ...{ ...consent, type: ['boolean', 'null'], 'x-echoes': { operation: 'createPayment', property: 'payerConsent' } },
    'x-requirements': [must('invoice-consent', '`payerConsent` is what create was sent, or null.')],
  };
  CreatePaymentRequest.dependentRequired = { payerEmail: ['payerConsent'], payerConsent: ['payerEmail'] };
  CreatePaymentRequest['x-requirements'].push(
    must('create-email-with-consent', '`payerEmail` and `payerConsent` come together.', {
      ...{ support: 'extended', feature: 'mails', keywords: ['dependentRequired'] },
    }),
  );
};
