import { callbacks } from '../../servers/full/callbacks.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import type { Memory, StoredResponse } from '../../servers/full/memory.ts';
import { fieldsOf, headerOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';
import { changeUrl } from '../changes/change-callbacks.ts';
import { atRestart } from '../changes/change-lifecycle.ts';
import { onRestart } from '../changes/change-step.ts';
import { bearerOf } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Finds the first account, whose tokens are test tokens. */
const firstAccount = ({ tokens }: Memory) => [...tokens.values()][0]?.account;

/** Parses and reserializes the query of a URL, which may change how it is escaped. */
function rewriteQuery(url: URL): string {
  url.search = String(new URLSearchParams(url.search));
  return url.href;
}

/** Servers that keep all data except for one detail across a restart. */
export const togetherRestarts: FaultTable = sharing({ features: everyFeature })({
  'replays-untold-after-restart': {
    title: 'A replay of a key from before a restart is not marked as one',
    breaks: 'idempotency-says-replayed',
    fullSteps: () => {
      const restored = new Set<unknown>();
      return {
        restart: ({ keys }) => keys.forEach(({ response }) => void restored.add((response as { id?: unknown }).id)),
        reply({ headers, body }) {
          if (restored.has((body as { id?: unknown } | undefined)?.id)) delete headers['Idempotent-Replayed'];
        },
      };
    },
  },
  'bodies-of-keys-lost-at-restart': {
    title: 'A key from before a restart replays with any body',
    breaks: 'idempotency-other-body-refused',
    fullSteps: () => {
      const restored = new Set<StoredResponse>();
      return {
        restart: ({ keys }) => keys.forEach((stored) => void restored.add(stored)),
        request(message) {
          const body = fieldsOf(message);
          if (body) for (const stored of restored) stored.body = full.fingerprint(body, message);
        },
      };
    },
  },
  'replays-of-now-after-restart': {
    title: 'A key from before a restart replays the current invoice',
    breaks: 'idempotency-replays',
    fullSteps: () => {
      const restored = new Set<unknown>();
      return {
        restart: ({ keys }) => keys.forEach(({ response }) => void restored.add((response as { id?: unknown }).id)),
        reply(reply, _message, { invoices }) {
          const { id } = (reply.body ?? {}) as { id?: string };
          if (reply.headers['Idempotent-Replayed'] && restored.has(id)) reply.body = invoices.get(String(id))?.shown;
        },
      };
    },
  },
  'first-body-is-the-keys-after-restart': {
    title: 'After a restart, the first body with a key counts as the original one',
    breaks: 'idempotency-other-body-refused',
    fullSteps: () => {
      const restored = new Set<StoredResponse>();
      return {
        restart: ({ keys }) => keys.forEach((stored) => void restored.add(stored)),
        request(message, { keys, tokens }) {
          const token = tokens.get(bearerOf(message));
          const body = fieldsOf(message);
          const stored = token && keys.get(full.keyOf(token.account, headerOf(message, 'idempotency-key') ?? ''));
          if (body && stored && restored.delete(stored)) stored.body = full.fingerprint(body, message);
        },
      };
    },
  },
  'payments-known-by-receipt-after-restart': {
    title: 'After a restart a payment is recognised only by the text of its receipt',
    breaks: 'submit-receipt-counts-once/signed-again',
    fullSteps: () => {
      let isRestarted = false;
      return {
        restart() {
          isRestarted = true;
        },
        lifecycle: { paymentOf: (text, memory) => (isRestarted ? text : lifecycle.paymentOf(text, memory)) },
      };
    },
  },
  'callback-urls-of-unpaid-lost-at-restart': {
    title: 'A restart loses the callbackUrl of invoices that nobody has paid',
    breaks: 'callback-at-each-change',
    fullSteps: onRestart(({ invoices }) => {
      for (const invoice of invoices.values()) if (invoice.shown.status === 'PENDING') invoice.callbackUrl = undefined;
    }),
  },
  ...Object.fromEntries(
    ['PAID', 'FAILED'].map((status) => [
      `${status.toLowerCase()}-open-after-restart`,
      {
        title: `An invoice that is ${status} is PENDING after a restart`,
        breaks: 'fetch-reads-current-state',
        fullSteps: atRestart(({ shown }) => {
          if (shown.status === status) shown.status = 'PENDING';
        }),
      },
    ]),
  ),
  'expired-twice-after-restart': {
    title: 'An invoice that expired before a restart expires again after it and sends its event again',
    breaks: 'callback-at-each-change',
    fullSteps: atRestart(({ shown, paidCents }) => {
      if (shown.status === 'EXPIRED' && paidCents === 0) shown.status = 'PENDING';
    }),
  },
  'receipts-of-expired-lost-at-restart': {
    title: 'A restart forgets the receipts of invoices that have expired',
    breaks: 'lifecycle-repeated-receipt/each',
    fullSteps: atRestart(({ shown, counted }) => {
      if (shown.status === 'EXPIRED') counted.clear();
    }),
  },
  'used-elsewhere-lost-at-restart': {
    title: 'After a restart a receipt that another invoice has counted is a mismatch instead of used',
    breaks: 'lifecycle-used-receipt',
    fullSteps: onRestart(({ used }) => used.clear()),
  },
  'used-by-failed-lost-at-restart': {
    title: 'A restart forgets the counted receipts of failed invoices',
    breaks: 'lifecycle-used-receipt',
    fullSteps: onRestart(({ used }) => {
      for (const [text, { shown }] of used) if (shown.status === 'FAILED') used.delete(text);
    }),
  },
  'keys-of-an-hour-lost-at-restart': {
    title: 'A restart forgets keys older than an hour',
    breaks: 'idempotency-kept-a-day',
    fullSteps: onRestart(({ keys, now }) => {
      for (const [name, { until }] of keys) if (until - now() < 23 * 3_600_000) keys.delete(name);
    }),
  },
  'attempts-from-the-first-at-restart': {
    title: 'After a restart the attempts of an event count from one',
    breaks: 'callback-retried/pauses',
    fullSteps: onRestart(({ deliveries }) => {
      for (const delivery of deliveries) delivery.attempt = Math.min(delivery.attempt, 1);
    }),
  },
  'urls-rewritten-at-restart': {
    title: 'A restart normalises the URLs of invoices',
    breaks: 'fetch-reads-current-state',
    fullSteps: onRestart(({ invoices }) => {
      for (const { shown } of invoices.values())
        if (typeof shown.returnUrl === 'string') shown.returnUrl = new URL(shown.returnUrl).href;
    }),
  },
  'query-rewritten-at-restart': {
    title: 'A restart rewrites the query of callbackUrl',
    breaks: 'callback-at-each-change',
    fullSteps: onRestart(({ invoices }) => {
      for (const invoice of invoices.values()) invoice.callbackUrl &&= rewriteQuery(new URL(invoice.callbackUrl));
    }),
  },
  'query-rewritten-on-retry': {
    title: 'From the second attempt on, the query of callbackUrl is rewritten',
    breaks: 'callback-is-post/every-attempt',
    fullSteps: changeUrl((url, { attempt }) => {
      if (attempt > 1) rewriteQuery(url);
    }),
  },
  'sum-of-parts-lost-at-restart': {
    title: 'An invoice that two receipts paid in part has no paidAmount after a restart',
    breaks: 'fetch-reads-current-state',
    fullSteps: onRestart(({ invoices }) => {
      for (const { shown, counted } of invoices.values()) if (counted.size > 1) shown.paidAmount = null;
    }),
  },
  'owners-lost-at-restart': {
    title: 'After a restart every invoice belongs to the first account',
    breaks: 'fetch-foreign-is-unknown',
    fullSteps: onRestart((memory) => {
      const account = firstAccount(memory);
      for (const invoice of memory.invoices.values()) if (account) invoice.account = account;
    }),
  },
  'paid-of-others-shown-after-restart': {
    title: "After a restart another account's invoice is shown if it is paid",
    breaks: 'fetch-foreign-is-unknown',
    fullSteps: () => {
      let isRestarted = false;
      return {
        restart() {
          isRestarted = true;
        },
        find(id, account, memory) {
          const invoice = memory.invoices.get(id);
          const isShown = isRestarted && invoice?.shown.status === 'PAID' && !account.name.startsWith('live-');
          return isShown ? invoice : full.find(id, account, memory);
        },
      };
    },
  },
  'live-keys-test-after-restart': {
    title: 'After a restart the keys of live tokens are those of test tokens',
    breaks: 'test-tokens-apart',
    fullSteps: onRestart(({ keys }) => {
      for (const [name, stored] of keys) if (name.startsWith('live-')) keys.set(name.replace('live-', ''), stored);
    }),
  },
  'live-tokens-test-after-restart': {
    title: 'After a restart live tokens are test tokens',
    breaks: 'test-tokens-apart',
    fullSteps: onRestart((memory) => {
      const account = firstAccount(memory);
      for (const token of memory.tokens.values()) if (account && token.account.name === 'live-merchant') token.account = account;
    }),
  },
  'tokens-last-after-restart': {
    title: 'After a restart tokens no longer expire',
    breaks: 'token-revoked-at-once/expired',
    fullSteps: onRestart(({ tokens }) => {
      for (const token of tokens.values()) delete token.endsAt;
    }),
  },
  'retry-after-lost-at-restart': {
    title: 'A restart forgets a Retry-After: only the schedule counts',
    breaks: 'callback-honours-retry-after/later',
    fullSteps: onRestart(({ deliveries, now }) => {
      for (const delivery of deliveries)
        if (!delivery.done && delivery.attempt > 0) delivery.dueAt = Math.min(delivery.dueAt, now() + 5000);
    }),
  },
  'replaced-secret-of-other-account-lost': {
    title: 'After a restart only the newest secret of the second account signs',
    breaks: 'callback-signed-twice-in-rotation/a-day',
    fullSteps: onRestart(({ tokens }) => {
      for (const { account } of tokens.values()) if (account.name === 'other-merchant') account.secrets.splice(1);
    }),
  },
  'overlap-anew-at-restart': {
    title: 'The day in which a replaced secret still signs begins again at a restart',
    breaks: 'callback-signed-twice-in-rotation/a-day',
    fullSteps: onRestart(({ tokens, now }) => {
      for (const { account } of tokens.values()) account.rotatedAt = (account.rotatedAt ?? []).map(() => now());
    }),
  },
  'attempt-lost-under-way': {
    title: 'An attempt that is in progress at a restart is never made again',
    breaks: 'callback-retried/hang-up',
    fullSteps: (): FullChanges => {
      const underWay = new Map<string, () => void>();
      const lost = new Set<string>();
      return {
        restart() {
          for (const [id, end] of underWay) {
            lost.add(id);
            end();
          }
        },
        callbacks: {
          measure(sent, patience, end) {
            const id = String(sent.getHeader('webhook-id'));
            underWay.set(id, end);
            sent.once('close', () => underWay.delete(id));
            callbacks.measure(sent, patience, end);
          },
          next: (delivery, ...rest) => (lost.has(delivery.id) ? undefined : callbacks.next(delivery, ...rest)),
        },
      };
    },
  },
});
