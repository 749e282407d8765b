import type { ChangeContract } from './change-contract.ts';
import { addToBoth } from './relate-fields.ts';
import { must } from './state-operation.ts';

/** Adds a list of distinct tags to the create request. The invoice repeats them in the same order. */
export const addTags: ChangeContract = (document) => {
  document['x-features'].tags = 'An invoice carries tags.';
  const items = { type: 'string', minLength: 1, maxLength: 20 };
  const list = { type: 'array', items, maxItems: 5, uniqueItems: true, examples: [['red', 'blue']] };
  const keywords = ['maxItems', 'uniqueItems', 'items'];
  addToBoth(document, 'tags', 'tags', list, [must('create-tags', 'At most five different tags are taken.', { keywords })]);
};

/** Adds an email address and a consent to the create request. Each requires the other, and no response shows the address. */
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

/** Adds a header with which a create request chooses a language. The invoice repeats the language. */
export const addLocale: ChangeContract = ({ components: { schemas }, paths, ...document }) => {
  document['x-features'].locales = 'The payment page speaks the language that create names.';
  const locale = { type: 'string', enum: ['en', 'de', 'pt-BR'], default: 'en', examples: ['de'] };
  paths['/api/v1/payments/create'].post.parameters.push({
    ...{ name: 'X-Locale', in: 'header', required: false, description: 'The language.', 'x-feature': 'locales', schema: locale },
    'x-requirements': [must('create-locale', 'Another `X-Locale` is refused with 422.')],
  });
  schemas.PaymentInvoice.properties.locale = {
    ...{ type: 'string', enum: locale.enum, description: 'The language.', examples: ['de'], 'x-feature': 'locales' },
    'x-echoes': { operation: 'createPayment', property: 'X-Locale' },
    'x-requirements': [must('invoice-locale', '`locale` is what create was sent, or `en`.')],
  };
};

/** Adds an optional object that the invoice repeats. One of its fields may be present only together with another. */
export const addPayer: ChangeContract = ({ components: { schemas }, ...document }) => {
  const { CreatePaymentRequest, PaymentInvoice } = schemas;
  document['x-features'].payers = 'Create says who pays.';
  const text = { type: 'string', minLength: 1, maxLength: 40 };
  const payer = {
    ...{ type: ['object', 'null'], description: 'Who pays.', 'x-feature': 'payers', additionalProperties: false },
    properties: {
      name: { ...text, examples: ['Ada'] },
      phone: { type: 'string', pattern: '^[0-9]{4,15}$', examples: ['5551234'] },
      country: { type: 'string', pattern: '^[A-Z]{2}$', examples: ['DE'] },
    },
    dependentRequired: { phone: ['country'] },
    examples: [{ name: 'Ada', phone: '5551234', country: 'DE' }, null],
  };
  const keywords = ['properties', 'additionalProperties', 'dependentRequired'];
  CreatePaymentRequest.properties.payer = {
    ...payer,
    'x-requirements': [must('create-payer', 'A `phone` of a `payer` needs its `country`.', { keywords })],
  };
  PaymentInvoice.properties.payer = {
    ...{ ...payer, 'x-echoes': { operation: 'createPayment', property: 'payer' } },
    'x-requirements': [must('invoice-payer', '`payer` is what create was sent, or null.', { keywords })],
  };
};

/** Adds the remaining amount to the invoice: the difference between two other fields, or zero if the invoice is PAID. */
export const addRemaining: ChangeContract = ({ components: { schemas }, ...document }) => {
  const { PaymentInvoice } = schemas;
  document['x-features'].remaining = 'An invoice says what is left to pay.';
  const requirement = 'invoice-remaining-amount';
  const rule = { id: requirement, level: 'MUST', source: 'D-12', text: '`remainingAmount` is what is left to pay.' };
  PaymentInvoice.properties.remainingAmount = {
    ...{ type: 'number', minimum: 0, description: 'What is left to pay.', examples: [12.5], 'x-feature': 'remaining' },
    'x-relations': [
      {
        is: 'equal',
        field: 'amount',
        less: 'paidAmount',
        when: { status: ['PENDING', 'UNDER_PAID', 'FAILED', 'EXPIRED'] },
        requirement,
      },
      { is: 'decimals', decimals: 2, requirement },
    ],
    'x-requirements': [{ ...rule, keywords: ['minimum'] }],
  };
  PaymentInvoice['x-requirements'].push({
    ...{ id: 'invoice-paid-leaves-nothing', level: 'MUST', support: 'extended', feature: 'remaining', source: 'D-12' },
    ...{ text: 'Of a PAID invoice nothing is left to pay.', keywords: ['if', 'then'] },
  });
  PaymentInvoice.if = { properties: { status: { const: 'PAID' } }, required: ['status', 'remainingAmount'] };
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
  PaymentInvoice.then = { properties: { remainingAmount: { const: 0 } } };
};

/** Adds a required currency, which determines how many decimals the amount may have. Amounts in yen have no decimals. */
export const addCurrency: ChangeContract = ({ components: { schemas } }) => {
  const { CreatePaymentRequest, PaymentInvoice } = schemas;
  const entry = (id: string, text: string, more = {}) =>
    must(id, text, { support: 'extended', feature: 'amount-precision', source: 'D-06', ...more });
  const currency = { type: 'string', enum: ['JPY', 'USD', 'KWD'], description: 'The currency.', examples: ['USD'] };
  CreatePaymentRequest.properties.currency = {
    ...currency,
    'x-requirements': [entry('create-currency', '`currency` is one of the list.', { keywords: ['enum'] })],
  };
  CreatePaymentRequest.required.push('currency');
  CreatePaymentRequest['x-requirements'].push(
    entry('create-yen-are-whole', 'Yen have no decimals, and are refused with any.', { keywords: ['if', 'then'] }),
  );
  Object.assign(
    CreatePaymentRequest,
    JSON.parse('{"if":{"properties":{"currency":{"const":"JPY"}}},"then":{"properties":{"amount":{"multipleOf":1}}}}'),
  );
  PaymentInvoice.properties.currency = {
    ...currency,
    'x-echoes': { operation: 'createPayment', property: 'currency' },
    'x-requirements': [entry('invoice-currency', '`currency` is what create was sent.')],
  };
};

/** Adds an optional tip, which the invoice repeats. It may not exceed the amount, nor have more decimals. */
export const addTip: ChangeContract = (document) => {
  document['x-features'].tips = 'The payer adds a tip.';
  const tip = { type: 'number', minimum: 0.5, maximum: 500, examples: [1.5] };
  const relations = [
    { is: 'at-most', field: 'amount', requirement: 'create-tip-at-most-amount' },
    { is: 'decimals', decimals: 2, requirement: 'create-tip-precision' },
  ];
  const requirements = [
    must('create-tip', 'A `tip` outside 0.5 to 500 is refused.', { keywords: ['minimum', 'maximum'] }),
    must('create-tip-at-most-amount', 'A `tip` above the `amount` is refused.'),
    must('create-tip-precision', 'A `tip` with more than two decimals is refused.'),
  ];
  addToBoth(document, 'tips', 'tip', tip, requirements, { 'x-relations': relations });
};

/** Adds a tip that may not exceed a fifth of the amount. */
export const addBoundTip: ChangeContract = (document) => {
  addTip(document);
  const { tip } = document.components.schemas.CreatePaymentRequest.properties;
  tip['x-relations'][0].times = 0.2;
  tip['x-requirements'][1].text = 'A `tip` above a fifth of the `amount` is refused.';
};
