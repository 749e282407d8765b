import type { Fault } from './fault.ts';
import { headerOf, type Message, setHeader } from './model/message.ts';
import { faultless } from './model/model.ts';
import { modelFault } from './model/model-fault.ts';
import type { Replaced } from './model/start-model.ts';

/** Changes the key before it is looked at; undefined takes it out. */
const read = (change: (key: string) => string | undefined): (() => Replaced) => {
  const request = (message: Message): void => {
    const key = headerOf(message, 'idempotency-key');
    if (key !== undefined) setHeader(message, 'idempotency-key', change(key));
  };
  return () => ({ request });
};

/** Servers that read an Idempotency-Key, or the body that it stands for, in a way of their own. */
export const idempotencyFaults: readonly Fault[] = [
  modelFault({ id: 'replay-as-now', title: 'A replay shows the invoice as it is now', breaks: 'idempotency-replays' }, () => ({
    reply(reply, _message, memory) {
      if (reply.headers['Idempotent-Replayed'] === undefined) return;
      reply.body = memory.invoices.get((reply.body as { id: string }).id)?.shown;
    },
  })),
  modelFault(
    {
      id: 'replay-is-201',
      title: 'A replay is answered 201',
      breaks: 'create-status-200',
      features: ['idempotency', 'status-codes'],
    },
    () => ({
      reply(reply) {
        if (reply.headers['Idempotent-Replayed'] !== undefined) reply.status = 201;
      },
    }),
  ),
  modelFault({ id: 'keys-in-any-case', title: 'Keys are compared without case', breaks: 'idempotency-replays' }, () => ({
    keyOf: (account, key) => faultless.keyOf(account, key.toLowerCase()),
    fingerprint: (body) => faultless.fingerprint(body, {} as Message),
  })),
  modelFault({ id: 'keys-cut-off', title: 'Of a key 64 characters are kept', breaks: 'idempotency-replays' }, () => ({
    keyOf: (account, key) => faultless.keyOf(account, key).slice(0, 64),
  })),
  modelFault(
    { id: 'short-keys-only', title: 'Keys of more than 64 characters are refused', breaks: 'idempotency-key-form' },
    read((key) => (key.length > 64 ? '' : key)),
  ),
  modelFault(
    { id: 'empty-key-is-none', title: 'An empty key is taken for none', breaks: 'idempotency-key-form' },
    read((key) => (key === '' ? undefined : key)),
  ),
  modelFault(
    { id: 'spaces-in-keys', title: 'A key may have spaces in it', breaks: 'idempotency-key-form' },
    read((key) => key.replaceAll(' ', '_')),
  ),
  modelFault(
    { id: 'letters-beyond-ascii-in-keys', title: 'A key may have letters beyond ASCII', breaks: 'idempotency-key-form' },
    read((key) => key.replace(/[^\0-\x7f]/g, '_')),
  ),
  modelFault(
    { id: 'urls-are-no-body', title: 'Bodies are compared without their URLs', breaks: 'idempotency-other-body-refused' },
    () => ({
      fingerprint: ({ callbackUrl: _callback, returnUrl: _return, ...body }, message) => faultless.fingerprint(body, message),
    }),
  ),
  modelFault(
    { id: 'amount-by-its-text', title: '12.340 is another amount than 12.34', breaks: 'idempotency-body-by-value' },
    () => ({
      fingerprint: (body, message) =>
        `${faultless.fingerprint(body, message)} ${/:\s*(\d[\d.e+-]*)/i.exec(message.text ?? '')?.[1]}`,
    }),
  ),
];
