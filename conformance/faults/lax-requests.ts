import type { Fault } from './fault.ts';
import type { Memory } from './model/memory.ts';
import { editMembers, type Message, membersOf } from './model/message.ts';
import { actionOf, centReceipt, modelFault, newestId } from './model/model-fault.ts';
import type { Replaced } from './model/start-model.ts';

const wholeBody = (message: Message, memory: Memory): string => {
  const invoiceId = newestId(memory);
  if (actionOf(message) === 'create') return '{"cashTag":"coffeeshop","amount":1}';
  if (actionOf(message) === 'fetch') return JSON.stringify({ invoiceId });
  return JSON.stringify({ invoiceId, webReceipt: centReceipt(memory, invoiceId) });
};

/** Reads a body of this kind as a whole one. */
const instead = (of: (text: string) => boolean): Replaced => ({
  request(message, memory) {
    if (message.text !== undefined && of(message.text)) message.text = wholeBody(message, memory);
  },
});

/** Reads over bytes that are no UTF-8. */
function anyBytes(): Replaced {
  return {
    request(message, memory) {
      message.text ??= wholeBody(message, memory);
    },
  };
}

/** Puts something lawful in place of a member that is not. */
const mend = (
  member: string,
  wrong: (value: unknown) => boolean,
  right: (members: Record<string, unknown>, memory: Memory) => unknown,
): Replaced => ({
  request(message, memory) {
    editMembers(message, (members) => {
      if (!Object.hasOwn(members, member) || !wrong(members[member])) return;
      members[member] = right(members, memory);
      if (members[member] === undefined) delete members[member];
    });
  },
});

/** Reads any method as POST; a GET's members from its query. */
function asPost(message: Message): void {
  if (message.method === 'GET') {
    const members: Record<string, unknown> = Object.fromEntries(new URLSearchParams(message.query));
    if (members.amount !== undefined) members.amount = Number(members.amount);
    message.text = JSON.stringify(members);
    message.headers.push(['content-type', 'application/json']);
  }
  message.method = 'POST';
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const noText = (value: unknown): boolean => typeof value !== 'string' || value === '';

/** Servers that answer bad input with success. */
export const laxRequestFaults: readonly Fault[] = [
  modelFault({ id: 'any-method', title: 'Every operation is there under any method', breaks: 'create-is-post' }, () => ({
    request: asPost,
  })),
  modelFault({ id: 'submit-any-method', title: 'Submit is there under any method', breaks: 'submit-is-post' }, () => ({
    request(message) {
      if (actionOf(message) === 'submit') asPost(message);
    },
  })),
  modelFault({ id: 'fetch-any-method', title: 'Fetch is there under any method', breaks: 'fetch-is-post' }, () => ({
    request(message) {
      if (actionOf(message) === 'fetch') asPost(message);
    },
  })),
  modelFault(
    { id: 'empty-body-taken', title: 'An empty body is taken for one with defaults', breaks: 'create-refuses-malformed-json' },
    () => instead((text) => text === ''),
  ),
  modelFault(
    {
      id: 'words-taken',
      title: 'What is no JSON at all is taken for a body with defaults',
      breaks: 'fetch-refuses-malformed-json',
    },
    () => instead((text) => text !== '' && !/[{[]/.test(text) && !isJson(text)),
  ),
  modelFault(
    { id: 'id-made-text', title: 'An invoiceId in an array is looked up as its text', breaks: 'fetch-refuses-wrong-types' },
    () =>
      mend('invoiceId', Array.isArray, (members) =>
        String(members.invoiceId) === '' ? members.invoiceId : String(members.invoiceId),
      ),
  ),
  modelFault(
    { id: 'id-is-a-condition', title: 'An invoiceId {"$ne":""} finds any invoice', breaks: 'submit-answers-invoice' },
    () => instead((text) => text.includes('"$ne"')),
  ),
  modelFault(
    { id: 'empty-id-newest', title: 'An empty invoiceId stands for the newest invoice', breaks: 'submit-invoice-id-length' },
    () => instead((text) => text.includes('"invoiceId":""')),
  ),
  modelFault(
    {
      id: 'empty-id-unknown',
      title: 'An empty invoiceId is answered 404',
      breaks: 'fetch-validation-is-422',
      features: ['problem-details', 'limits'],
    },
    () =>
      mend(
        'invoiceId',
        (value) => value === '',
        () => 'no-such-invoice',
      ),
  ),
  modelFault({ id: 'any-bytes-taken', title: 'Bytes that are no UTF-8 are read over', breaks: 'invalid-utf8-is-400' }, anyBytes),
  modelFault(
    { id: 'truncated-body-mended', title: 'A body that ends too early is completed', breaks: 'submit-refuses-malformed-json' },
    () => ({
      request(message) {
        if (message.text?.startsWith('{') && !isJson(message.text) && isJson(`${message.text}}`)) message.text += '}';
      },
    }),
  ),
  modelFault(
    {
      id: 'trailing-comma-taken',
      title: 'A comma before the closing brace is read over',
      breaks: 'create-refuses-malformed-json',
    },
    () => ({
      request(message) {
        message.text = message.text?.replace(/,\s*}$/, '}');
      },
    }),
  ),
  modelFault(
    {
      id: 'no-object-taken',
      title: 'A body that is JSON and no object is taken for one with defaults',
      breaks: 'create-refuses-wrong-types',
    },
    () => instead((text) => isJson(text) && !text.trimStart().startsWith('{')),
  ),
  modelFault(
    {
      id: 'submit-no-object-taken',
      title: 'A submit that is JSON and no object is taken for the newest invoice',
      breaks: 'submit-refuses-wrong-types',
    },
    () => ({
      request(message, memory) {
        if (actionOf(message) === 'submit')
          return instead((text) => isJson(text) && !text.trimStart().startsWith('{')).request?.(message, memory);
      },
    }),
  ),
  modelFault(
    {
      id: 'fetch-no-object-taken',
      title: 'A fetch that is JSON and no object is taken for the newest invoice',
      breaks: 'fetch-refuses-wrong-types',
    },
    () => ({
      request(message, memory) {
        if (actionOf(message) === 'fetch')
          return instead((text) => isJson(text) && !text.trimStart().startsWith('{')).request?.(message, memory);
      },
    }),
  ),
  modelFault(
    { id: 'empty-object-taken', title: 'An empty object is taken for one with defaults', breaks: 'create-requires-cash-tag' },
    () => instead((text) => text.trim() === '{}'),
  ),
  modelFault(
    {
      id: 'required-members-any-type',
      title: 'cashTag and amount are taken whatever their type',
      breaks: 'create-refuses-wrong-types',
      field: 'cashTag',
    },
    () => ({
      request(message) {
        editMembers(message, (members) => {
          if (Object.hasOwn(members, 'cashTag') && typeof members.cashTag !== 'string') members.cashTag = 'coffeeshop';
          if (Object.hasOwn(members, 'amount') && typeof members.amount !== 'number')
            members.amount = Number(members.amount) || 1;
        });
      },
    }),
  ),
  modelFault(
    {
      id: 'flag-any-type',
      title: 'isWhiteLabel is taken whatever its type',
      breaks: 'create-refuses-wrong-types',
      field: 'isWhiteLabel',
    },
    () =>
      mend(
        'isWhiteLabel',
        (value) => typeof value !== 'boolean',
        ({ isWhiteLabel }) => Boolean(isWhiteLabel),
      ),
  ),
  modelFault(
    {
      id: 'callback-url-any-type',
      title: 'A callbackUrl that is no URL is dropped',
      breaks: 'create-refuses-wrong-types',
      field: 'callbackUrl',
    },
    () =>
      mend(
        'callbackUrl',
        (value) => typeof value !== 'string' || !URL.canParse(value),
        () => undefined,
      ),
  ),
  modelFault(
    {
      id: 'return-url-any-type',
      title: 'A returnUrl that is no URL is dropped',
      breaks: 'create-refuses-wrong-types',
      field: 'returnUrl',
    },
    () =>
      mend(
        'returnUrl',
        (value) => typeof value !== 'string' || !URL.canParse(value),
        () => undefined,
      ),
  ),
  modelFault(
    {
      id: 'fetch-junk-id',
      title: 'Fetch answers the newest invoice when the id is no text',
      breaks: 'fetch-refuses-wrong-types',
      field: 'invoiceId',
    },
    () => ({
      request(message, memory) {
        if (actionOf(message) === 'fetch')
          return mend('invoiceId', noText, (_members, known) => newestId(known)).request?.(message, memory);
      },
    }),
  ),
  modelFault(
    {
      id: 'submit-junk-id',
      title: 'Submit credits the newest invoice when the id is no text',
      breaks: 'submit-refuses-wrong-types',
      field: 'invoiceId',
    },
    () => ({
      request(message, memory) {
        const members = membersOf(message);
        if (actionOf(message) !== 'submit' || !members || !Object.hasOwn(members, 'invoiceId') || !noText(members.invoiceId))
          return;
        const invoiceId = newestId(memory);
        message.text = JSON.stringify({ invoiceId, webReceipt: centReceipt(memory, invoiceId) });
      },
    }),
  ),
  modelFault(
    {
      id: 'junk-receipt',
      title: 'A receipt that is no text pays the invoice',
      breaks: 'submit-refuses-wrong-types',
      field: 'webReceipt',
    },
    () => mend('webReceipt', noText, ({ invoiceId }, memory) => centReceipt(memory, invoiceId)),
  ),
  modelFault(
    {
      id: 'similar-id',
      title: 'Fetch compares only the first ten characters of an id',
      breaks: 'fetch-refuses-wrong-types',
      field: 'invoiceId',
    },
    () => ({
      find: (id, account, memory) =>
        memory.invoices.get(id) ??
        [...memory.invoices.values()].find((one) => one.account === account && one.shown.id.slice(0, 10) === id.slice(0, 10)),
    }),
  ),
  modelFault(
    {
      id: 'unknown-id-answers-500',
      title: 'An id that no invoice has is answered 500',
      breaks: 'bad-input-is-no-server-error',
      field: 'invoiceId',
    },
    () => ({
      reply(reply) {
        if (reply.status === 404) reply.status = 500;
      },
    }),
  ),
  modelFault(
    {
      id: 'deep-nesting-answers-500',
      title: 'A body nested a thousand deep is answered 500',
      breaks: 'bad-input-is-no-server-error',
    },
    () => ({
      reply(reply, { text }) {
        if (text?.startsWith('['.repeat(500))) reply.status = 500;
      },
    }),
  ),
  modelFault({ id: 'submit-moved', title: 'Submit is at /api/v2', breaks: 'paths-under-v1' }, () => ({
    request(message) {
      if (actionOf(message) === 'submit') message.path = message.path.replace('v1', 'v0');
      else message.path = message.path.replace('/api/v2/payments/submit', '/api/v1/payments/submit');
    },
  })),
];
