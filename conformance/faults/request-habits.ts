import type { Fault } from './fault.ts';
import type { Memory } from './model/memory.ts';
import { editMembers, headerOf, type Message, setHeader } from './model/message.ts';
import { faultless } from './model/model.ts';
import { actionOf, anyToken, modelFault, newestId } from './model/model-fault.ts';
import type { Replaced } from './model/start-model.ts';

type Habit = readonly [
  id: string,
  title: string,
  breaks: string,
  request: (message: Message, memory: Memory) => void,
  /** What it claims, where that is more than the feature of what it breaks. */
  features?: readonly string[],
];

/** Changes what the request is said to be. */
const type = (change: (type: string) => string) => (message: Message) => {
  const given = headerOf(message, 'content-type');
  if (given !== undefined) setHeader(message, 'content-type', change(given));
};
/** Changes the members, or what they are called. */
const rename = (change: (name: string) => string) => (message: Message) =>
  editMembers(message, (members) => {
    for (const [name, value] of Object.entries(members)) {
      if (change(name) === name) continue;
      delete members[name];
      members[change(name)] = value;
    }
  });
const longer = (member: string, of: (value: string) => boolean, length: number) => (message: Message) =>
  editMembers(message, (members) => {
    if (typeof members[member] === 'string' && of(members[member])) members[member] = 'x'.repeat(length);
  });
const giveToken = (message: Message, memory: Memory): void => setHeader(message, 'authorization', `Bearer ${anyToken(memory)}`);
const known = ['cashTag', 'amount', 'invoiceId', 'webReceipt'];

const habits: readonly Habit[] = [
  [
    'token-in-cookie',
    'A token in a cookie is taken',
    'token-in-header-only',
    (message, memory) => {
      const given = /(?:^|; )token=([^;]*)/.exec(headerOf(message, 'cookie') ?? '')?.[1];
      if (given !== undefined && memory.tokens.has(given)) giveToken(message, memory);
    },
  ],
  [
    'token-in-other-header',
    'A token in X-Api-Key is taken',
    'token-in-header-only',
    (message, memory) => {
      if (memory.tokens.has(headerOf(message, 'x-api-key') ?? '')) giveToken(message, memory);
    },
  ],
  [
    'names-in-any-case',
    'Members are taken whatever the case of their names',
    'create-refuses-unknown-members',
    rename((name) => known.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name),
  ],
  [
    'names-trimmed',
    'Spaces around the names of members are dropped',
    'fetch-refuses-unknown-members',
    rename((name) => name.trim()),
  ],
  [
    'prototype-passed-over',
    'A member __proto__ is passed over',
    'submit-refuses-unknown-members',
    (message) => {
      message.text = message.text?.replace(/,"__proto__":1/, '');
    },
  ],
  [
    'any-kind-of-json',
    'Every media type with json in it is taken',
    'other-media-type-is-415',
    type((given) => (given.includes('json;') || !given.includes('json') ? given : 'application/json')),
  ],
  [
    'latin-1-taken',
    'A body in ISO 8859-1 is taken',
    'other-charset-is-415',
    type((given) => given.replace('iso-8859-1', 'utf-8')),
  ],
  [
    'charset-refused',
    'A Content-Type with a charset is refused',
    'other-charset-is-415',
    type((given) => (given.includes(';') ? 'text/plain' : given)),
  ],
  [
    'charset-by-case',
    'charset=UTF-8 in capitals is refused',
    'other-charset-is-415',
    type((given) => (given.includes('UTF') ? 'text/plain' : given)),
  ],
  [
    'charset-in-quotes-refused',
    'charset="utf-8" in quotes is refused',
    'other-charset-is-415',
    type((given) => (given.includes('"') ? 'text/plain' : given)),
  ],
  [
    'media-type-by-case',
    'The media type is taken in lower case alone',
    'other-media-type-is-415',
    type((given) => (given.startsWith('A') ? 'text/plain' : given)),
  ],
  [
    'largest-body-refused',
    'A body of 32 KiB is refused',
    'large-body-is-413',
    (message) => {
      if (message.bytes === 32 * 1024) message.bytes++;
    },
  ],
  [
    'chunks-unlimited',
    'A body whose length is not told may be of any size',
    'large-body-is-413',
    (message) => {
      if (headerOf(message, 'transfer-encoding') !== undefined) message.bytes = 0;
    },
  ],
  [
    'chunks-not-read',
    'A body whose length is not told is not read',
    'large-body-is-413',
    (message) => {
      if (headerOf(message, 'transfer-encoding') !== undefined) message.text = '';
    },
  ],
  [
    'longest-id-refused-at-fetch',
    'An id of 255 characters is too long for fetch',
    'fetch-invoice-id-length',
    longer('invoiceId', (id) => id.length >= 255, 256),
    ['limits', 'problem-details'],
  ],
  [
    'id-length-in-bytes',
    'The length of an id is counted in bytes',
    'submit-invoice-id-length',
    longer('invoiceId', (id) => Buffer.byteLength(id) > 255, 256),
    ['limits', 'problem-details'],
  ],
  [
    'longest-receipt-refused',
    'A receipt of 8192 characters is too long',
    'submit-web-receipt-length',
    longer('webReceipt', (receipt) => receipt.length >= 8192, 8193),
    ['limits', 'problem-details'],
  ],
  [
    'receipt-length-in-bytes',
    'The length of a receipt is counted in bytes',
    'submit-web-receipt-length',
    longer('webReceipt', (receipt) => Buffer.byteLength(receipt) > 8192, 8193),
    ['limits', 'problem-details'],
  ],
  [
    'token-before-path',
    'The token is asked for before the path and the method',
    'checks-in-order',
    (message) => {
      if (headerOf(message, 'authorization') === undefined)
        Object.assign(message, { method: 'POST', path: '/api/v1/payments/fetch' });
    },
  ],
  [
    'size-before-token',
    'The size is judged before the token',
    'checks-in-order',
    (message, memory) => {
      if (message.bytes > 32 * 1024) giveToken(message, memory);
    },
  ],
  [
    'json-before-scope',
    'The body is read before the scope is asked for',
    'checks-in-order',
    (message, memory) => {
      if (message.text === '{' && headerOf(message, 'authorization') !== undefined) giveToken(message, memory);
    },
    ['scopes', 'problem-details'],
  ],
  [
    'key-before-members',
    'The Idempotency-Key is judged before the members',
    'checks-in-order',
    (message) => {
      if ((headerOf(message, 'idempotency-key') ?? '').length > 255) message.text = '{"cashTag":"coffeeshop","amount":1}';
    },
    ['idempotency', 'problem-details'],
  ],
  [
    'invoice-before-members',
    'The invoice is looked up before the members are judged',
    'checks-in-order',
    (message) =>
      editMembers(message, (members) => {
        if (actionOf(message) === 'submit' && typeof members.invoiceId === 'string') members.webReceipt ??= 'none';
      }),
  ],
  [
    'tags-trimmed',
    'White space around a tag is dropped',
    'create-cash-tag-grammar',
    (message) =>
      editMembers(message, (members) => {
        if (typeof members.cashTag === 'string') members.cashTag = members.cashTag.trim();
      }),
  ],
  [
    'next-to-nothing-taken',
    'An amount next to nothing is rounded up to a cent',
    'create-amount-bounds',
    (message) => {
      message.text = message.text?.replace('1e-30', '0.01');
    },
  ],
];

/** Turns an answer to a body with this in it into a 500. */
const stumbles = (part: string): (() => Replaced) => {
  const reply: Replaced['reply'] = (answer, { text }) => {
    if (text?.includes(part)) answer.status = 500;
  };
  return () => ({ reply });
};

/** Servers that read a request in a way of their own. */
export const requestHabitFaults: readonly Fault[] = [
  ...habits.map(([id, title, breaks, request, features]) =>
    modelFault({ id, title, breaks, ...(features && { features }) }, () => ({ request })),
  ),
  modelFault(
    { id: 'id-in-a-statement', title: 'An id is written into a statement of SQL', breaks: 'fetch-answers-invoice' },
    () => ({
      find: (id, account, memory) => faultless.find(/' OR '/.test(id) ? newestId(memory) : id, account, memory),
    }),
  ),
  modelFault(
    { id: 'nul-answers-500', title: 'U+0000 in a text is answered 500', breaks: 'bad-input-is-no-server-error' },
    stumbles('\\u0000'),
  ),
  modelFault(
    { id: 'half-pair-answers-500', title: 'Half a surrogate pair is answered 500', breaks: 'bad-input-is-no-server-error' },
    stumbles('\\ud800'),
  ),
  modelFault(
    {
      id: 'large-amount-answers-500',
      title: 'An amount beyond 64 bits is answered 500',
      breaks: 'bad-input-is-no-server-error',
      features: ['amount-bounds'],
    },
    stumbles('1e30'),
  ),
  modelFault(
    {
      id: 'infinite-amount-answers-500',
      title: 'An amount of 1e400 is answered 500',
      breaks: 'bad-input-is-no-server-error',
      features: ['amount-bounds'],
    },
    stumbles('1e400'),
  ),
  modelFault(
    {
      id: 'nesting-ends-connection',
      title: 'Deep nesting ends the connection without an answer',
      breaks: 'bad-input-is-no-server-error',
    },
    () => ({
      request({ text }) {
        if (text?.startsWith('['.repeat(500))) throw new RangeError('Maximum call stack size exceeded');
      },
    }),
  ),
];
