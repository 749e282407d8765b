import type { Fault } from './fault.ts';
import { headerOf, membersOf, setHeader } from './model/message.ts';
import { faultless } from './model/model.ts';
import { actionOf, anyToken, modelFault } from './model/model-fault.ts';

/** Servers that take a token for more or for less than it is, in one place alone. */
export const tokenFaults: readonly Fault[] = [
  modelFault({ id: 'revoked-token-creates', title: 'A revoked token still creates', breaks: 'token-revoked-at-once' }, () => {
    const revoked = new Set<unknown>();
    return {
      request(message, { tokens }) {
        for (const token of tokens.values()) {
          if (token.revoked) revoked.add(token);
          token.revoked = revoked.has(token) && actionOf(message) !== 'create';
        }
      },
    };
  }),
  ...(['create', 'submit', 'fetch'] as const).map((action) =>
    modelFault(
      { id: `${action}-needs-every-scope`, title: `${action} needs every scope there is`, breaks: `${action}-needs-scope` },
      () => ({
        request(message, { tokens }) {
          const token = tokens.get((headerOf(message, 'authorization') ?? '').replace('Bearer ', ''));
          if (token && token.scopes.length < 3 && actionOf(message) === action) token.scopes = [];
        },
      }),
    ),
  ),
  modelFault({ id: 'live-token-submits', title: 'A live token submits for test invoices', breaks: 'test-tokens-apart' }, () => ({
    request(message, memory) {
      const token = memory.tokens.get((headerOf(message, 'authorization') ?? '').replace('Bearer ', ''));
      if (token?.account.name === 'live-merchant' && actionOf(message) === 'submit')
        setHeader(message, 'authorization', `Bearer ${anyToken(memory)}`);
    },
  })),
  modelFault({ id: 'live-invoice-shown', title: 'A test token sees live invoices', breaks: 'test-tokens-apart' }, () => ({
    find(id, account, memory) {
      const invoice = memory.invoices.get(id);
      return invoice?.account.name === 'live-merchant' ? invoice : faultless.find(id, account, memory);
    },
  })),
  modelFault(
    {
      id: 'receipt-opens-invoice',
      title: "A receipt that was counted is answered with its invoice, another account's too",
      breaks: 'submit-foreign-is-unknown',
    },
    () => ({
      reply(reply, message, memory) {
        const { invoiceId, webReceipt } = membersOf(message) ?? {};
        const invoice = memory.used.get(String(webReceipt));
        if (reply.status === 404 && invoice?.shown.id === invoiceId) Object.assign(reply, { status: 200, body: invoice?.shown });
      },
    }),
  ),
];
