import { callbacks } from '../../servers/full/callbacks.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import type { Account, Token } from '../../servers/full/memory.ts';
import { fieldsOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeHeaders } from '../changes/change-callbacks.ts';
import { inCallbacks, inLifecycle, onReply, onRequest } from '../changes/change-step.ts';
import { tokenOf } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

const isLive = (token: Token | undefined): boolean => token?.account.name === 'live-merchant';

/** Makes each live token keep some of the properties that it had at its first use. */
const keepsOnceUsed = (facts: (token: Token) => Partial<Token>) => (): FullChanges => {
  const kept = new Map<Token, Partial<Token>>();
  return onRequest((message, memory) => {
    const token = tokenOf(message, memory);
    if (!token || !isLive(token)) return;
    Object.assign(token, kept.get(token) ?? {});
    kept.set(token, facts(token));
  });
};

/** Omits `Idempotent-Replayed` from a replay if `isMeant` returns true. `isMaker` is true if `token` created the invoice. */
const untoldTo = (isMeant: (token: Token | undefined, isMaker: boolean) => boolean) => (): FullChanges => {
  const makers = new Map<unknown, Token | undefined>();
  return onReply(({ headers, body }, message, memory) => {
    const token = tokenOf(message, memory);
    const { id } = (body ?? {}) as { id?: unknown };
    if (headers['Idempotent-Replayed'] === undefined) {
      if (!makers.has(id)) makers.set(id, token);
    } else if (isMeant(token, makers.get(id) === token)) delete headers['Idempotent-Replayed'];
  });
};

/** Refuses valid tokens for which `isMeant` returns true, after too many failed authentications from the same address. */
const shutsOut = (isMeant: (token: Token | undefined) => boolean): FullChanges =>
  onReply((reply, message, memory) => {
    const isOver = (memory.counted.get('failed authentication')?.length ?? 0) >= memory.facts.wrongTokens.failures;
    if (memory.limited && isOver && isMeant(tokenOf(message, memory))) reply.status = 429;
  });

const isOther = ({ name }: Account): boolean => name === 'other-merchant';

/** Edits the tokens of the second account before each request. */
const editTokens = (edit: (token: Token) => void): FullChanges =>
  onRequest((_message, { tokens }) => {
    for (const token of tokens.values()) if (isOther(token.account)) edit(token);
  });

/** Servers that are right for the first token of a run, and wrong for a live token or a token of another account. */
export const togetherOtherTokens: FaultTable = sharing({ features: everyFeature })({
  'live-token-revoked-later': {
    title: 'A live token that was used still works when it is revoked',
    breaks: 'token-revoked-at-once/from-the-next-request',
    fullSteps: keepsOnceUsed(({ revoked }) => ({ revoked })),
  },
  'live-scope-taken-later': {
    title: 'A live token that was used keeps its scopes when they are taken away',
    breaks: 'create-needs-scope/taken-away',
    fullSteps: keepsOnceUsed(({ scopes }) => ({ scopes })),
  },
  'live-replay-untold': {
    title: 'A replay to a live token is not marked as one',
    breaks: 'idempotency-says-replayed/replay',
    fullSteps: untoldTo(isLive),
  },
  'replay-untold-to-other-token': {
    title: 'A replay to another token than the first is not marked as one',
    breaks: 'idempotency-says-replayed/replay',
    fullSteps: untoldTo((_token, isMaker) => !isMaker),
  },
  'live-invoices-never-expire': {
    title: 'Live invoices do not expire',
    breaks: 'lifecycle-expiry/by-itself',
    fullSteps: inLifecycle(
      'expire',
      (invoice, now) => invoice.account.name !== 'live-merchant' && lifecycle.expire(invoice, now),
    ),
  },
  'live-token-shut-out-by-guessing': {
    title: 'A live token is refused with 429 when wrong ones are',
    breaks: 'failed-authentication-limited/known-token',
    fullSteps: shutsOut(isLive),
  },
  'other-revoked-token-taken': {
    title: 'A revoked token of the second account is still accepted',
    breaks: 'token-revoked-at-once/from-the-next-request',
    fullSteps: editTokens((token) => {
      token.revoked = false;
    }),
  },
  'other-narrowed-token-keeps-scope': {
    title: 'A token of the second account keeps the scopes that were taken away',
    breaks: 'create-needs-scope/taken-away',
    fullSteps: () => {
      const first = new WeakMap<Token, string[]>();
      return editTokens((token) => {
        const had = first.get(token) ?? token.scopes;
        first.set(token, had);
        token.scopes = had;
      });
    },
  },
  'other-expired-token-works': {
    title: 'An expired token of the second account still works',
    breaks: 'token-revoked-at-once/expired',
    fullSteps: editTokens((token) => {
      delete token.endsAt;
    }),
  },
  'other-newest-secret-signs': {
    title: 'After a rotation of the second account only the new secret signs',
    breaks: 'callback-signed-twice-in-rotation/both',
    fullSteps: changeHeaders((all, { invoice }) =>
      isOther(invoice.account) ? { 'webhook-signature': (all['webhook-signature'] ?? '').split(' ')[0] ?? '' } : {},
    ),
  },
  'other-gone-is-a-failure': {
    title: 'A 410 for an invoice of the second account is tried again',
    breaks: 'callback-ends-with-410/invoice',
    fullSteps: inCallbacks('next', (delivery, received, now) =>
      callbacks.next(
        delivery,
        received.status === 410 && isOther(delivery.invoice.account) ? { ...received, status: 500 } : received,
        now,
      ),
    ),
  },
  'other-invoice-unlimited': {
    title: 'Submits for one invoice of the second account have no limit of their own',
    breaks: 'submit-rate-limit',
    fullSteps: onRequest((message, { counted, invoices }) => {
      const id = String(fieldsOf(message)?.invoiceId);
      const invoice = invoices.get(id);
      if (invoice && isOther(invoice.account)) counted.delete(`other-merchant submitReceipt for ${id}`);
    }),
  },
});
