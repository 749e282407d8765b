import { everyFeature } from '../../servers/full/every-feature.ts';
import { applyReceipt, lifecycle } from '../../servers/full/lifecycle.ts';
import type { Memory } from '../../servers/full/memory.ts';
import { actionOf, fieldsOf, headerOf, type Reply } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { type FullSteps, full } from '../../servers/full/steps.ts';
import { changeProblem } from '../changes/change-response.ts';
import { inLifecycle, onReply, onRequest, onRestart } from '../changes/change-step.ts';
import { bearerOf, giveToken, invoiceOf, tokenOf } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Changes the 404 response that the server sends for an invoice of another account. */
function changeForeign(change: (reply: Reply) => void): FullChanges {
  return onReply((reply, message, memory) => {
    const id = /"invoiceId":"([^"]*)"/.exec(message.text ?? '')?.[1] ?? '';
    if (reply.status === 404 && memory.invoices.has(id)) change(reply);
  });
}

/** Finds an invoice for every account, not only for its owner, once the invoice is no longer PENDING. */
const findOnceChanged: FullSteps['find'] = (id, account, memory) => {
  const invoice = memory.invoices.get(id);
  return invoice !== undefined && invoice.shown.status !== 'PENDING' ? invoice : full.find(id, account, memory);
};

/** Servers that confuse accounts, show another account's invoice, disclose a token or accept a revoked one. */
export const accessAccounts: FaultTable = {
  'revoked-token-taken': {
    title: 'A revoked token is still accepted',
    breaks: 'token-revoked-at-once/revoked',
    fullSteps: onRequest((_message, memory) => {
      for (const token of memory.tokens.values()) token.revoked = false;
    }),
  },
  'revoked-token-kept-in-memory': {
    title: 'A token that was used still works for 30 s after it is revoked',
    breaks: 'token-revoked-at-once/from-the-next-request',
    fullSteps: () => {
      const known = new Map<unknown, number>();
      let revoked: { revoked: boolean }[] = [];
      return {
        request(message, { tokens }) {
          const token = tokens.get(bearerOf(message));
          if (token === undefined) return;
          if (!token.revoked) known.set(token, Date.now() + 30_000);
          else if ((known.get(token) ?? 0) > Date.now()) {
            token.revoked = false;
            revoked.push(token);
          }
        },
        reply() {
          for (const token of revoked) token.revoked = true;
          revoked = [];
        },
      };
    },
  },
  'revoked-token-creates': {
    title: 'A revoked token still creates',
    breaks: 'token-revoked-at-once/revoked',
    fullSteps: () => {
      const revoked = new Set<unknown>();
      return onRequest((message, { tokens }) => {
        for (const token of tokens.values()) {
          if (token.revoked) revoked.add(token);
          token.revoked = revoked.has(token) && actionOf(message) !== 'create';
        }
      });
    },
  },
  'token-in-answer': {
    title: 'Responses contain the token in a header',
    breaks: 'token-never-told',
    fullSteps: onReply(({ headers }, message) => {
      Object.assign(headers, { 'X-Debug': headerOf(message, 'authorization') ?? '-' });
    }),
  },
  'mistyped-token-told': {
    title: 'detail repeats an unknown token',
    breaks: 'token-never-told',
    fullSteps: changeProblem(
      (problem, _reply, message) => Object.assign(problem, { detail: `${headerOf(message, 'authorization')} is not known.` }),
      'invalid_token',
    ),
  },
  'live-and-test-mixed': {
    title: 'A live token sees test invoices',
    breaks: 'test-tokens-apart/live-sees-no-test',
    fullSteps: {
      find: (id, account, memory) =>
        account.name === 'live-merchant' ? memory.invoices.get(id) : full.find(id, account, memory),
    },
  },
  'live-token-submits': {
    title: 'A live token submits for test invoices',
    breaks: 'test-tokens-apart/live-submits-no-test',
    features: ['ownership', 'lifecycle'],
    fullSteps: onRequest((message, memory) => {
      const token = tokenOf(message, memory);
      if (token?.account.name === 'live-merchant' && actionOf(message) === 'submit') giveToken(message, memory);
    }),
  },
  'live-invoice-shown': {
    title: 'A test token sees live invoices',
    breaks: 'test-tokens-apart/test-sees-no-live',
    fullSteps: {
      find(id, account, memory) {
        const invoice = memory.invoices.get(id);
        return invoice?.account.name === 'live-merchant' ? invoice : full.find(id, account, memory);
      },
    },
  },
  ...sharing({ breaks: 'fetch-foreign-is-unknown' })({
    'foreign-invoice-shown': {
      title: "Another account's invoice is shown",
      fullSteps: { find: (id, _account, memory) => memory.invoices.get(id) },
    },
    'foreign-invoice-shown-later': {
      title: "Another account's invoice is shown once it is no longer PENDING",
      features: ['ownership', 'lifecycle'],
      fullSteps: { find: findOnceChanged },
    },
    'foreign-invoice-403': {
      title: "Another account's invoice is refused with 403",
      fullSteps: changeForeign((reply) => {
        reply.status = 403;
      }),
    },
    'reader-sees-every-account': {
      title: 'A token that may only read reads the invoices of other accounts too',
      features: everyFeature,
      fullSteps: onRequest((message, memory) => {
        const token = tokenOf(message, memory);
        const invoice = invoiceOf(message, memory);
        if (invoice && token?.scopes.join() === 'invoices:read') token.account = invoice.account;
      }),
    },
  }),
  'foreign-invoice-taken-later': {
    title: "Submit looks into another account's invoice once it is no longer PENDING",
    breaks: 'submit-foreign-is-unknown',
    features: ['ownership', 'lifecycle'],
    fullSteps: { find: findOnceChanged },
  },
  'foreign-invoice-told-by-header': {
    title: "The response for another account's invoice has a header that the one for an unknown invoice lacks",
    breaks: 'foreign-invoice-looks-unknown',
    fullSteps: changeForeign((reply) => {
      reply.headers['X-Cache'] = 'HIT';
    }),
  },
  'foreign-invoice-told': {
    title: "The problem for another account's invoice differs from that for an unknown one",
    breaks: 'foreign-invoice-looks-unknown',
    fullSteps: changeForeign((reply) => {
      Object.assign(reply.body as object, { detail: 'It is of another account.' });
    }),
  },
  'receipt-opens-invoice': {
    title: "A counted receipt returns its invoice, even another account's",
    breaks: 'submit-foreign-is-unknown',
    fullSteps: onReply((reply, message, memory) => {
      const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
      const invoice = memory.used.get(String(webReceipt));
      if (reply.status === 404 && invoice?.shown.id === invoiceId) Object.assign(reply, { status: 200, body: invoice?.shown });
    }),
  },
  'expired-token-works': {
    title: 'An expired token still works',
    breaks: 'token-revoked-at-once/expired',
    fullSteps: onRequest((_message, memory) => {
      for (const token of memory.tokens.values()) delete token.endsAt;
    }),
  },
  'expired-token-kept-in-memory': {
    title: 'A token is looked up once a minute, and works in between although it has expired',
    breaks: 'token-revoked-at-once/expired',
    fullSteps: () => {
      const lookedUp = new Map<string, number>();
      return onRequest((message, { tokens, now }) => {
        const text = headerOf(message, 'authorization')?.slice('Bearer '.length) ?? '';
        const token = tokens.get(text);
        if (token?.endsAt === undefined) return;
        if (token.endsAt > now() && now() > (lookedUp.get(text) ?? 0) + 60_000) lookedUp.set(text, now());
        if (token.endsAt <= now() && now() <= (lookedUp.get(text) ?? 0) + 60_000) token.endsAt = Infinity;
      });
    },
  },
  'keys-shared-by-live-and-test': {
    title: 'A live create with the key of a test one replays that',
    breaks: 'test-tokens-apart/key',
    features: ['ownership', 'idempotency'],
    fullSteps: { keyOf: (account, key) => `${account.name.replace('live-', '')} ${key.replace(/^"(.*)"$/, '$1')}` },
  },
  'receipts-shared-by-live-and-test': {
    title: 'A live invoice knows the receipts that test invoices have counted',
    breaks: 'test-tokens-apart/receipt',
    features: ['ownership', 'lifecycle'],
    fullSteps: inLifecycle('unfit', (invoice, text, receipt, memory) => {
      const isLive = invoice.account.name === 'live-merchant';
      return isLive && memory.used.has(text) ? 'receipt_already_used' : full.lifecycle.unfit(invoice, text, receipt, memory);
    }),
  },
  'limits-shared-with-live': {
    title: 'Live and test requests count towards one limit',
    breaks: 'test-tokens-apart/limit',
    features: ['ownership', 'rate-limits'],
    fullSteps: onRequest((_message, { counted }) => {
      for (const [what, times] of counted) if (what.startsWith('merchant ')) counted.set(`live-${what}`, times);
    }),
  },
  'foreign-receipt-counted': {
    title: "Another account's receipt gets the response of an unknown invoice, and counts",
    breaks: 'submit-foreign-is-unknown',
    fullSteps: onRequest((message, memory) => {
      if (actionOf(message) !== 'submit') return;
      const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
      const invoice = memory.invoices.get(String(invoiceId));
      const asked = tokenOf(message, memory);
      if (!invoice || !asked || asked.account === invoice.account || !memory.receipts.has(String(webReceipt))) return;
      applyReceipt(lifecycle, invoice, String(webReceipt), memory);
    }),
  },
  'invoice-of-the-token': {
    title: 'An invoice is known only to the token that created it',
    breaks: 'invoices-belong-to-account',
    features: ['ownership', 'lifecycle', 'problem-details'],
    fullSteps: () => {
      const makers = new Map<string, string | undefined>();
      return {
        request(message, memory: Memory) {
          const id = String(fieldsOf(message)?.invoiceId);
          const maker = makers.get(id);
          const invoice = memory.invoices.get(id);
          const isOther = maker !== undefined && maker !== headerOf(message, 'authorization');
          if (isOther && invoice && memory.tokens.get(maker.slice(7))?.account.name === invoice.account.name)
            message.text = message.text?.replace(id, `${id.slice(0, -4)}0000`);
        },
        reply(reply, message) {
          const { id } = (reply.body ?? {}) as { id?: string };
          if (actionOf(message) === 'create' && reply.status === 200 && id !== undefined && !makers.has(id))
            makers.set(id, headerOf(message, 'authorization'));
        },
      };
    },
  },
  'revocation-lost-at-restart': {
    title: 'A token that was revoked is known again after a restart',
    breaks: 'token-revoked-at-once',
    fullSteps: onRestart(({ tokens }) => {
      for (const token of tokens.values()) token.revoked = false;
    }),
  },
  'ended-token-taken-a-little-longer': {
    title: 'A token is accepted for five seconds after it expires',
    breaks: 'token-revoked-at-once/expired',
    fullSteps: () => {
      const longer = new WeakSet<object>();
      return onRequest((_message, { tokens }) => {
        for (const token of tokens.values()) {
          if (token.endsAt === undefined || longer.has(token)) continue;
          longer.add(token);
          token.endsAt += 5000;
        }
      });
    },
  },
};
