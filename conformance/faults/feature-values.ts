import type { Fault } from './fault.ts';
import { editMembers, type Message } from './model/message.ts';
import { actionOf, centReceipt, changeInvoice, modelFault, newestId } from './model/model-fault.ts';
import type { Replaced } from './model/start-model.ts';

type Members = Record<string, unknown>;
/** id, title, requirement, what becomes of the members before they are checked. */
type Edit = readonly [id: string, title: string, breaks: string, edit: (members: Members) => void];

const cut = (member: string, most: number) => (members: Members) => {
  const value = members[member];
  if (typeof value === 'string' && value.length > most) members[member] = value.slice(0, most);
};
/** Makes the model refuse what it would take. */
const refuse = (member: string, when: (value: unknown) => boolean) => (members: Members) => {
  if (Object.hasOwn(members, member) && when(members[member])) members[member] = { refused: true };
};
const into = (member: string, when: (value: unknown) => boolean, value: unknown) => (members: Members) => {
  if (Object.hasOwn(members, member) && when(members[member])) members[member] = value;
};
const known = ['cashTag', 'amount', 'isWhiteLabel', 'callbackUrl', 'returnUrl', 'invoiceId', 'webReceipt'];
const dropUnknown = (members: Members) => {
  for (const name of Object.keys(members)) if (!known.includes(name)) delete members[name];
};
const behind = (time: unknown): string => new Date(Date.parse(String(time)) - 2 * 60 * 60_000).toISOString();
const isUrl = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value);
const host = (value: unknown): string => (isUrl(value) ? new URL(value).hostname : '');

const edits: readonly Edit[] = [
  [
    'any-tag',
    'A tag outside the grammar is taken',
    'create-cash-tag-grammar',
    into('cashTag', (tag) => typeof tag === 'string' && !/^\$?(?=\d*[a-z])[a-z\d]{1,20}$/i.test(tag), 'coffeeshop'),
  ],
  [
    'tag-with-underscore',
    'A tag with an underscore is taken',
    'create-cash-tag-grammar',
    into('cashTag', (tag) => /^\$?\w+$/.test(String(tag)) && String(tag).includes('_'), 'coffeeshop'),
  ],
  [
    'tag-letters-only',
    'A tag with a digit is refused',
    'create-cash-tag-grammar',
    refuse('cashTag', (tag) => /\d/.test(String(tag))),
  ],
  [
    'tag-of-two',
    'A tag of one character is refused',
    'create-cash-tag-grammar',
    refuse('cashTag', (tag) => /^\$?.$/.test(String(tag))),
  ],
  [
    'tag-at-most-15',
    'A tag of more than 15 characters is refused',
    'create-cash-tag-grammar',
    refuse('cashTag', (tag) => String(tag).length > 15),
  ],
  [
    'nothing-for-nothing',
    'Amounts of 0 and below are taken',
    'create-amount-bounds',
    into('amount', (amount) => Number(amount) <= 0, 1),
  ],
  [
    'no-greatest-amount',
    'Amounts above the greatest are taken',
    'create-amount-bounds',
    into('amount', (amount) => Number(amount) > 999_999.99, 1),
  ],
  ['cents-refused', 'An amount below 1 is refused', 'create-amount-bounds', refuse('amount', (amount) => Number(amount) < 1)],
  [
    'greatest-refused',
    'The greatest amount is refused',
    'create-amount-bounds',
    refuse('amount', (amount) => amount === 999_999.99),
  ],
  ['unknown-members-taken', 'Unknown members are read over', 'create-refuses-unknown-members', dropUnknown],
  [
    'fetch-unknown-members-taken',
    'Fetch reads unknown members over',
    'fetch-refuses-unknown-members',
    (members) => (Object.hasOwn(members, 'amount') ? undefined : dropUnknown(members)),
  ],
  [
    'submit-unknown-members-taken',
    'Submit reads unknown members over',
    'submit-refuses-unknown-members',
    (members) => (Object.hasOwn(members, 'webReceipt') ? dropUnknown(members) : undefined),
  ],
  [
    'null-is-absent',
    'Null for an optional member is as if it were absent',
    'create-refuses-null',
    (members) => {
      for (const name of known.slice(2)) if (members[name] === null) delete members[name];
    },
  ],
  [
    'return-url-cut-at-2048',
    'A returnUrl longer than 2048 characters is cut',
    'create-return-url-length',
    cut('returnUrl', 2048),
  ],
  [
    'callback-url-cut-at-2048',
    'A callbackUrl longer than 2048 characters is cut',
    'create-callback-url-length',
    cut('callbackUrl', 2048),
  ],
  [
    'urls-at-most-1000',
    'A URL of more than 1000 characters is refused',
    'create-return-url-length',
    (members) => {
      for (const name of ['returnUrl', 'callbackUrl']) refuse(name, (url) => String(url).length > 1000)(members);
    },
  ],
  [
    'callback-url-any-scheme',
    'A callbackUrl of any scheme, with user and fragment, is taken',
    'create-callback-url-https',
    into('callbackUrl', (url) => isUrl(url) && (!/^https?:/.test(url) || /[@#]/.test(url)), 'https://example.com/'),
  ],
  [
    'callback-url-to-the-unlisted',
    'A callbackUrl is refused to the best known inside addresses alone, and to names in small letters',
    'create-callback-url-public',
    into(
      'callbackUrl',
      (url) => /\.[A-Z]+\//.test(String(url)) || /^(172\.(1[7-9]|[23])|0\.|198\.18|224|240|\[64)/.test(host(url)),
      'https://example.com/',
    ),
  ],
  [
    'callback-url-shortened',
    'A callbackUrl with a shortened address is taken',
    'create-callback-url-public',
    into('callbackUrl', (url) => /^https:..\d+\.\d+\//.test(String(url)), 'https://example.com/'),
  ],
  [
    'callback-url-inside',
    'A callbackUrl to an address inside is taken',
    'create-callback-url-public',
    into(
      'callbackUrl',
      (url) => /^\[|^\d|(local|internal)\.?$/.test(host(url)) && host(url) !== '127.0.0.1',
      'https://example.com/',
    ),
  ],
  [
    'return-url-any-scheme',
    'A returnUrl of any scheme, with a user, is taken',
    'create-return-url-https',
    into('returnUrl', (url) => isUrl(url) && (!/^https?:/.test(url) || url.includes('@')), 'https://example.com/'),
  ],
];

/** Gives an id that is too long, or a receipt, the meaning of the invoice that the receipt is for. */
const takeTooLong = (member: string, most: number): Replaced => ({
  request(message, memory) {
    editMembers(message, (members) => {
      if (String(members[member] ?? '').length <= most) return;
      if (member === 'webReceipt') members.webReceipt = centReceipt(memory, members.invoiceId);
      else {
        members.invoiceId = newestId(memory);
        if (members.webReceipt !== undefined) members.webReceipt = centReceipt(memory, members.invoiceId);
      }
    });
  },
});

/** Changes the text of a create's amount before it is judged. */
const amountText = (change: (digits: string) => string): Replaced => ({
  request(message: Message) {
    message.text = message.text?.replace(/("amount":)([\d.eE+-]+)/, (_all, name, digits) => name + change(digits));
  },
});
const refused = '"refused"';

/** Id, title, requirement, member, what becomes of each invoice. */
const shown: readonly (readonly [string, string, string, string, (invoice: Members) => Members])[] = [
  [
    'tag-without-sign',
    'cashTag comes back without its sign',
    'invoice-cash-tag-echoed',
    'cashTag',
    (it) => ({ cashTag: String(it.cashTag).replace('$', '') }),
  ],
  [
    'tag-in-small-letters',
    'cashTag comes back in small letters',
    'invoice-cash-tag-echoed',
    'cashTag',
    (it) => ({ cashTag: String(it.cashTag).toLowerCase() }),
  ],
  ['long-id', 'The id has 300 characters', 'invoice-id-length', 'id', (it) => ({ id: String(it.id).padEnd(300, '0') })],
  [
    'note-in-small-letters',
    'The note is in small letters',
    'invoice-note-form',
    'note',
    (it) => ({ note: String(it.note).toLowerCase() }),
  ],
  ['one-note-for-all', 'Every invoice has the same note', 'invoice-note-unique', 'note', () => ({ note: '7QK2M-X9D4T' })],
  [
    'note-by-the-second',
    'Invoices of one second have one note',
    'invoice-note-unique',
    'note',
    (it) => ({ note: String(Math.floor(Date.parse(String(it.createdAt)) / 1000)).replace(/^\d{5}/, '$&-') }),
  ],
  [
    'times-without-milliseconds',
    'Times have no milliseconds',
    'invoice-created-at-form',
    'createdAt',
    (it) => ({ createdAt: String(it.createdAt).replace(/\.\d+/, ''), expiresAt: String(it.expiresAt).replace(/\.\d+/, '') }),
  ],
  [
    'times-of-another-zone',
    'Times are those of a zone two hours behind, with a Z',
    'invoice-created-at-form',
    'createdAt',
    (it) => ({ createdAt: behind(it.createdAt), expiresAt: behind(it.expiresAt) }),
  ],
  [
    'expires-at-with-offset',
    'expiresAt has an offset',
    'invoice-expires-at-form',
    'expiresAt',
    (it) => ({ expiresAt: String(it.expiresAt).replace('Z', '+00:00') }),
  ],
  [
    'lives-two-days',
    'An invoice lives two days',
    'invoice-lifetime',
    'expiresAt',
    (it) => ({ expiresAt: new Date(Date.parse(String(it.createdAt)) + 2 * 86_400_000).toISOString() }),
  ],
  [
    'pays-at-invoice',
    'paymentUrl does not end in /pay/ and the id',
    'invoice-payment-url-form',
    'paymentUrl',
    (it) => ({ paymentUrl: String(it.paymentUrl).replace('/pay/', '/invoice/') }),
  ],
  [
    'amount-to-the-unit',
    'amount is rounded to whole units above 100',
    'invoice-amount-exact',
    'amount',
    (it) => ({ amount: Number(it.amount) > 100 ? Math.round(Number(it.amount)) : it.amount }),
  ],
  [
    'amount-below-zero',
    'amount is shown as owed, below zero',
    'invoice-amount-bounds',
    'amount',
    (it) => ({ amount: -Number(it.amount) }),
  ],
  [
    'long-return-url',
    'returnUrl comes back with a long tail',
    'invoice-return-url-length',
    'returnUrl',
    (it) => ({ returnUrl: it.returnUrl && String(it.returnUrl).padEnd(2049, 'a') }),
  ],
];

/** Writes a fraction that ends in zero without it, at each fifth create. */
function zerosTrimmed(): Replaced {
  let creates = 0;
  return changeInvoice((invoice) => {
    if (++creates % 5 === 0) invoice.createdAt = String(invoice.createdAt).replace(/\d\dZ$/, 'Z');
  }, 'create');
}

/** Servers that get the values of features wrong. */
export const valueFaults: readonly Fault[] = [
  ...edits.map(([id, title, breaks, edit]) =>
    modelFault({ id, title, breaks }, () => ({ request: (message) => editMembers(message, edit) })),
  ),
  ...shown.map(([id, title, breaks, field, change]) =>
    modelFault({ id, title, breaks, field }, () => changeInvoice((invoice) => Object.assign(invoice, change(invoice)))),
  ),
  modelFault(
    {
      id: 'times-trimmed-at-times',
      title: 'createdAt is written without the zeros that its fraction ends in',
      breaks: 'invoice-created-at-form',
      field: 'createdAt',
    },
    zerosTrimmed,
  ),
  modelFault(
    {
      id: 'fetch-any-length',
      title: 'Fetch takes an id of any length for the newest invoice',
      breaks: 'fetch-invoice-id-length',
    },
    () => takeTooLong('invoiceId', 255),
  ),
  modelFault(
    {
      id: 'submit-any-length',
      title: 'Submit takes an id of any length for the newest invoice',
      breaks: 'submit-invoice-id-length',
    },
    () => takeTooLong('invoiceId', 255),
  ),
  modelFault(
    { id: 'receipt-any-length', title: 'A receipt of any length pays the invoice', breaks: 'submit-web-receipt-length' },
    () => takeTooLong('webReceipt', 8192),
  ),
  modelFault(
    { id: 'everything-coerced', title: 'Every member of create is made into its type', breaks: 'create-never-coerces' },
    () => ({
      request: (message) =>
        editMembers(message, (members) => {
          if (['string', 'boolean'].includes(typeof members.amount)) members.amount = Number(members.amount);
          if (Object.hasOwn(members, 'isWhiteLabel')) members.isWhiteLabel = Boolean(members.isWhiteLabel);
          if (typeof members.cashTag === 'number') members.cashTag = `tag${members.cashTag}`;
        }),
    }),
  ),
  modelFault(
    { id: 'single-precision', title: 'amount is kept in single precision', breaks: 'invoice-amount-exact', field: 'amount' },
    () =>
      changeInvoice((invoice) => {
        invoice.amount = Math.fround(Number(invoice.amount));
      }),
  ),
  modelFault(
    { id: 'amount-rounded-off', title: 'An amount of more than two decimals is rounded', breaks: 'create-amount-precision' },
    () => amountText((digits) => (/\.\d{3}/.test(digits) ? Number(digits).toFixed(2) : digits)),
  ),
  modelFault({ id: 'quotient-test', title: 'Decimals are tested by a quotient in binary', breaks: 'invoice-amount-exact' }, () =>
    amountText((digits) => (Number.isInteger(Number(digits) / 0.01) ? digits : refused)),
  ),
  modelFault(
    {
      id: 'decimals-behind-a-point-alone',
      title: 'Decimals are counted behind a point alone',
      breaks: 'create-amount-precision',
    },
    () => ({
      request(message) {
        if (/"amount"\s*:\s*\d+e-3/.test(message.text ?? ''))
          editMembers(message, (members) => void Object.assign(members, { amount: 1 }));
      },
    }),
  ),
  modelFault(
    {
      id: 'zeros-are-decimals',
      title: 'An amount with a zero for a third decimal is refused',
      breaks: 'create-amount-any-spelling',
    },
    () => ({
      request(message) {
        if (/"amount"\s*:\s*\d+\.\d{3,}\D/.test(message.text ?? ''))
          editMembers(message, (members) => void delete members.amount);
      },
    }),
  ),
  modelFault(
    { id: 'one-spelling-of-amounts', title: 'Trailing zeros and exponents are refused', breaks: 'create-amount-any-spelling' },
    () => amountText((digits) => (/e|\.\d*0$/i.test(digits) ? refused : digits)),
  ),
  modelFault({ id: 'minor-units', title: 'amount is in minor units', breaks: 'invoice-amount-in-major-units' }, () =>
    changeInvoice((invoice) => {
      invoice.paidAmount = invoice.paidAmount === null ? null : Number(invoice.paidAmount) * 100;
    }),
  ),
  modelFault(
    { id: 'empty-receipt-invalid', title: 'An empty webReceipt pays the invoice', breaks: 'submit-web-receipt-length' },
    () => ({
      request(message, memory) {
        if (actionOf(message) === 'submit')
          editMembers(message, (members) => {
            if (members.webReceipt === '')
              members.webReceipt = [...memory.receipts].findLast(
                ([, { note }]) => note === memory.invoices.get(String(members.invoiceId))?.shown.note,
              )?.[0];
          });
      },
    }),
  ),
];
