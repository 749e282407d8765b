import type { Fault } from './fault.ts';
import { headerOf } from './model/message.ts';
import { faultless } from './model/model.ts';
import { actionOf, isInvoice, modelFault } from './model/model-fault.ts';

/** Servers that mix accounts, tokens and keys up. */
export const accountFaults: readonly Fault[] = [
  modelFault(
    { id: 'foreign-invoice-shown', title: "Another account's invoice is shown", breaks: 'fetch-foreign-is-unknown' },
    () => ({
      find: (id, _account, memory) => memory.invoices.get(id),
    }),
  ),
  modelFault(
    { id: 'foreign-invoice-403', title: "Another account's invoice is answered 403", breaks: 'fetch-foreign-is-unknown' },
    () => ({
      reply(reply, message, memory) {
        const id = /"invoiceId":"([^"]*)"/.exec(message.text ?? '')?.[1] ?? '';
        if (reply.status === 404 && memory.invoices.has(id)) reply.status = 403;
      },
    }),
  ),
  modelFault(
    {
      id: 'foreign-invoice-told',
      title: "The problem of another account's invoice is another than of an unknown one",
      breaks: 'submit-foreign-is-unknown',
    },
    () => ({
      reply(reply, message, memory) {
        const id = /"invoiceId":"([^"]*)"/.exec(message.text ?? '')?.[1] ?? '';
        if (reply.status === 404 && memory.invoices.has(id))
          Object.assign(reply.body as object, { detail: 'It is of another account.' });
      },
    }),
  ),
  modelFault(
    {
      id: 'foreign-invoice-told-by-header',
      title: "The answer for another account's invoice has a header that the answer for an unknown one has not",
      breaks: 'fetch-foreign-is-unknown',
    },
    () => ({
      reply(reply, message, memory) {
        const id = /"invoiceId":"([^"]*)"/.exec(message.text ?? '')?.[1] ?? '';
        if (reply.status === 404 && memory.invoices.has(id)) reply.headers['X-Cache'] = 'HIT';
      },
    }),
  ),
  modelFault({ id: 'live-and-test-mixed', title: 'A live token sees test invoices', breaks: 'test-tokens-apart' }, () => ({
    find: (id, account, memory) =>
      account.name === 'live-merchant' ? memory.invoices.get(id) : faultless.find(id, account, memory),
  })),
  ...(['create', 'submit', 'fetch'] as const).map((action) =>
    modelFault({ id: `${action}-without-scope`, title: `${action} needs no scope`, breaks: `${action}-needs-scope` }, () => ({
      request(message, memory) {
        const token = memory.tokens.get((headerOf(message, 'authorization') ?? '').replace('Bearer ', ''));
        if (token && actionOf(message) === action) token.scopes.push('invoices:write', 'receipts:write', 'invoices:read');
      },
    })),
  ),
  modelFault({ id: 'revoked-token-taken', title: 'A revoked token is still taken', breaks: 'token-revoked-at-once' }, () => ({
    request(_message, memory) {
      for (const token of memory.tokens.values()) token.revoked = false;
    },
  })),
  modelFault(
    { id: 'scopes-default-none', title: 'A token minted without scopes may do nothing', breaks: 'token-scopes-default-all' },
    () => ({
      request(_message, memory) {
        for (const token of [...memory.tokens.values()].slice(2)) if (token.scopes.length === 3) token.scopes = [];
      },
    }),
  ),
  ...(['create', 'submit', 'fetch'] as const).map((action) =>
    modelFault({ id: `${action}-unlimited`, title: `${action} has no limit`, breaks: `${action}-rate-limit` }, () => ({
      request(_message, memory) {
        for (const what of memory.counted.keys()) if (what.endsWith(action)) memory.counted.delete(what);
      },
    })),
  ),
  modelFault(
    { id: 'one-invoice-unlimited', title: 'Submits for one invoice have no limit of their own', breaks: 'submit-rate-limit' },
    () => ({
      request(_message, memory) {
        for (const what of memory.counted.keys()) if (what.includes(' for ')) memory.counted.delete(what);
      },
    }),
  ),
  modelFault({ id: 'limits-shared', title: 'Accounts share their limits', breaks: 'create-rate-limit' }, () => ({
    request(_message, { counted }) {
      counted.set('other-merchant create', counted.get('merchant create') ?? []);
    },
  })),
  modelFault(
    { id: 'guessing-unlimited', title: 'Tokens may be guessed without end', breaks: 'failed-authentication-limited' },
    () => ({
      request(_message, memory) {
        memory.counted.delete('failed authentication');
      },
    }),
  ),
  modelFault({ id: 'limits-not-told', title: 'Answers say nothing of limits', breaks: 'rate-limit-is-told' }, () => ({
    reply({ headers }) {
      delete headers.RateLimit;
    },
  })),
  modelFault({ id: 'no-retry-after', title: 'A 429 carries no Retry-After', breaks: 'rate-limit-is-429' }, () => ({
    reply(reply) {
      if (reply.status === 429) delete reply.headers['Retry-After'];
    },
  })),
  modelFault({ id: 'no-replay', title: 'An Idempotency-Key is not looked at', breaks: 'idempotency-replays' }, () => ({
    request(_message, memory) {
      memory.keys.clear();
    },
  })),
  modelFault({ id: 'replay-not-told', title: 'A replayed answer does not say so', breaks: 'idempotency-says-replayed' }, () => ({
    reply({ headers }) {
      delete headers['Idempotent-Replayed'];
    },
  })),
  modelFault(
    { id: 'always-replayed', title: 'Every create says that it is replayed', breaks: 'idempotency-says-replayed' },
    () => ({
      reply(reply) {
        if (isInvoice(reply)) reply.headers['Idempotent-Replayed'] = 'true';
      },
    }),
  ),
  modelFault(
    { id: 'key-alone', title: 'The same key replays whatever the body', breaks: 'idempotency-other-body-refused' },
    () => ({
      fingerprint: () => '',
    }),
  ),
  modelFault(
    { id: 'body-by-text', title: 'The order of members makes another body', breaks: 'idempotency-body-by-value' },
    () => ({
      fingerprint: (_body, { text }) => text ?? '',
    }),
  ),
  modelFault({ id: 'quotes-count', title: 'A key in quotes is another key', breaks: 'idempotency-key-quoted' }, () => ({
    keyOf: (account, key) => `${account.name} ${key}`,
  })),
  modelFault({ id: 'any-key', title: 'A key of any length is taken', breaks: 'idempotency-key-form' }, () => ({
    request(message) {
      message.headers = message.headers.map(([name, value]) => [name, name === 'idempotency-key' ? value.slice(0, 200) : value]);
    },
  })),
  modelFault({ id: 'keys-shared', title: 'Accounts share their keys', breaks: 'idempotency-by-account' }, () => ({
    keyOf: (_account, key) => key.replace(/^"(.*)"$/, '$1'),
  })),
  modelFault(
    { id: 'failures-kept', title: 'A key that failed once stays used', breaks: 'idempotency-keeps-successes-only' },
    () => {
      const failed = new Set<string>();
      return {
        request(message) {
          const key = headerOf(message, 'idempotency-key');
          if (key !== undefined && failed.has(key)) message.text = '{}';
        },
        reply(reply, message) {
          const key = headerOf(message, 'idempotency-key');
          if (key !== undefined && reply.status === 422) failed.add(key);
        },
      };
    },
  ),
  modelFault(
    { id: 'two-at-once', title: 'Creates with one key at once make an invoice each', breaks: 'idempotency-in-progress-refused' },
    () => {
      let under = 0;
      return {
        async request(message, memory) {
          if (headerOf(message, 'idempotency-key') === undefined) return;
          under++;
          await new Promise((resolve) => setTimeout(resolve, 10));
          if (under > 2) memory.keys.clear();
          setTimeout(() => under--, 10);
        },
      };
    },
  ),
  modelFault({ id: 'keys-kept-an-hour', title: 'A key is forgotten after an hour', breaks: 'idempotency-kept-a-day' }, () => ({
    request(_message, memory) {
      for (const [key, { until }] of memory.keys) if (until - 23 * 3_600_000 < memory.now()) memory.keys.delete(key);
    },
  })),
];
