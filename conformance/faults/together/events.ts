import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { callbacks } from '../../servers/full/callbacks.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import type { Delivery, Memory, Token } from '../../servers/full/memory.ts';
import { actionOf, type Fields, fieldsOf, headerOf, isInvoice } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { atRotation, changeBody, changeHeaders, changeUrl, reads, signAs, withhold } from '../changes/change-callbacks.ts';
import { inCallbacks, inLifecycle, onReply } from '../changes/change-step.ts';
import { bearerOf } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Never retries the events for which `isSo` returns true. */
const sentOnce = (isSo: (delivery: Delivery) => boolean): FullChanges =>
  reads((_received, delivery) => isSo(delivery) && { status: 200 });

/** Makes changes that need the server's memory. `change` gets a getter, which returns undefined until the first request. */
const remembering = (change: (memory: () => Memory | undefined) => FullChanges) => (): FullChanges => {
  let memory: Memory | undefined;
  const request: FullChanges['request'] = (_message, own) => {
    memory = own;
  };
  return { ...change(() => memory), request };
};

/** Returns whether this is an event's first attempt while another event of the same invoice waits for a retry. */
const isBehindAnother = (own: Delivery, memory: Memory | undefined): boolean | undefined =>
  own.attempt === 1 &&
  memory?.deliveries.some(({ id, invoice, done, attempt }) => id !== own.id && invoice === own.invoice && !done && attempt > 0);

/** Servers whose events are correct until two features or circumstances come together. */
export const togetherEvents: FaultTable = sharing({ features: everyFeature })({
  'return-url-in-data-read-as-url': {
    title: 'data has the returnUrl in normalised form',
    breaks: 'event-data-is-the-invoice/as-sent',
    fullSteps: changeBody(({ body }) => {
      const { data } = JSON.parse(body);
      return { data: { ...data, returnUrl: data.returnUrl && new URL(data.returnUrl).href } };
    }),
  },
  ...sharing({ breaks: 'callback-at-each-change' })({
    'failure-of-white-label-untold': {
      title: 'A failed payment of a white-labelled invoice sends no event',
      fullSteps: withhold(({ invoice, body }) => invoice.shown.isWhiteLabel === true && body.includes('"invoice.failed"')),
    },
    'no-event-while-one-waits': {
      title: 'A change sends no event while another event of the invoice waits for its second attempt',
      fullSteps: remembering((memory) => withhold((delivery) => isBehindAnother(delivery, memory()))),
    },
    'expiry-in-outage-silent': {
      title: 'An expiry during an outage of the store sends no event',
      fullSteps: remembering((memory) =>
        inLifecycle('expire', (invoice, now) => lifecycle.expire(invoice, now) && !memory()?.down.has('store')),
      ),
    },
    'no-event-after-revocation': {
      title: 'A change sends no event once the token that created the invoice was revoked',
      fullSteps: () => {
        const makers = new Map<unknown, Token | undefined>();
        return {
          ...onReply((reply, message, { tokens }) => {
            if (isInvoice(reply) && actionOf(message) === 'create')
              makers.set((reply.body as Fields).id, tokens.get(bearerOf(message)));
          }),
          ...withhold(({ invoice }) => makers.get(invoice.shown.id)?.revoked),
        };
      },
    },
    'one-call-at-an-address': {
      title: 'An event is dropped while a call to the same address is in progress',
      fullSteps: remembering((memory) =>
        withhold(({ invoice: own }) =>
          memory()?.deliveries.some(
            ({ invoice, attempt, done }) => invoice !== own && invoice.callbackUrl === own.callbackUrl && attempt > 0 && !done,
          ),
        ),
      ),
    },
  }),
  'tag-of-expired-in-small-letters': {
    title: 'The event of an expiry has the tag in lower case',
    breaks: 'event-data-is-the-invoice',
    fullSteps: changeBody(({ body }) => {
      const { type, data } = JSON.parse(body);
      return { data: type === 'invoice.expired' ? { ...data, cashTag: data.cashTag.toLowerCase() } : data };
    }),
  },
  'expiry-of-long-ago-silent': {
    title: 'An expiry that is noticed twelve hours late sends no event',
    breaks: 'callback-at-each-change/one-each',
    fullSteps: inLifecycle('expire', (invoice, now) => lifecycle.expire(invoice, now) && now < invoice.endsAt + 43_200_000),
  },
  'localhost-not-called': {
    title: 'A callbackUrl on localhost is accepted and never called',
    breaks: 'callback-at-each-change/whole-url',
    fullSteps: inCallbacks('mayCall', ({ hostname }) => hostname === '127.0.0.1'),
  },
  ...sharing({ breaks: 'callback-retried' })({
    'expiry-sent-once': {
      title: 'The event of an expiry is not sent again',
      fullSteps: sentOnce(({ body }) => body.includes('"invoice.expired"')),
    },
    'failure-sent-once': {
      title: 'The event of a failed payment is not sent again',
      fullSteps: sentOnce(({ body }) => body.includes('"invoice.failed"')),
    },
    'other-account-sent-once': {
      title: "Events of another account's invoices are not sent again",
      fullSteps: sentOnce(({ invoice }) => invoice.account.name === 'other-merchant'),
    },
    'keyed-create-sent-once': {
      title: 'Events of an invoice that was made with a key are not sent again',
      fullSteps: () => {
        const keyed = new Set<unknown>();
        return {
          ...sentOnce(({ invoice }) => keyed.has(invoice.shown.id)),
          reply({ body }, message) {
            if (actionOf(message) === 'create' && headerOf(message, 'idempotency-key')) keyed.add((body as Fields).id);
          },
        };
      },
    },
    'attempt-in-outage-lost': {
      title: 'An attempt during an outage of the store is the last one',
      fullSteps: remembering((memory) => withhold(() => memory()?.down.has('store'))),
    },
  }),
  'retry-without-query': {
    title: 'A second attempt leaves the query of callbackUrl out',
    breaks: 'callback-is-called',
    fullSteps: changeUrl((url, { attempt }) => {
      if (attempt > 1) url.search = '';
    }),
  },
  'no-event-after-hang-up': {
    title: 'A change whose client hangs up before the response sends no event',
    breaks: 'callback-at-each-change/one-each',
    fullSteps: () => {
      const left = new Set<unknown>();
      return {
        async request(message) {
          if (actionOf(message) !== 'submit') return;
          await setTimeout(30);
          if (message.isCut()) left.add(fieldsOf(message)?.invoiceId);
        },
        ...withhold(({ invoice }) => left.has(invoice.shown.id)),
      };
    },
  },
  'no-expiry-while-one-waits': {
    title: 'An expiry sends no event while another event of the invoice waits for its next attempt',
    breaks: 'callback-at-each-change/one-each',
    fullSteps: remembering((memory) =>
      withhold((delivery) => isBehindAnother(delivery, memory()) && delivery.body.includes('"invoice.expired"')),
    ),
  },
  'replay-revives-the-gone': {
    title: 'A replay of the create forgets a 410',
    breaks: 'callback-ends-with-410/invoice',
    fullSteps: onReply(({ body, headers }, _message, { invoices }) => {
      const invoice = invoices.get(String((body as Fields | undefined)?.id));
      if (invoice && headers['Idempotent-Replayed'] === 'true') invoice.gone = false;
    }),
  },
  'white-label-untold': {
    title: 'Events have isWhiteLabel false',
    breaks: 'event-data-is-the-invoice',
    fullSteps: changeBody(({ body }) => ({ data: { ...JSON.parse(body).data, isWhiteLabel: false } })),
  },
  'signed-by-secret-of-creation': {
    title: 'Events of an invoice are signed with the secret from when it was created',
    breaks: 'callback-signed-twice-in-rotation',
    fullSteps: signAs(({ invoice: { account, shown } }) => {
      const since = (account.rotatedAt ?? []).filter((time) => time > Date.parse(String(shown.createdAt))).length;
      return { ...account, secrets: account.secrets.slice(since), rotatedAt: [] };
    }),
  },
  'receipt-lost-at-expiry-in-outage': {
    title: 'An invoice that expires during an outage of the store loses its receiptId',
    breaks: 'lifecycle-expiry',
    fullSteps: remembering((memory) =>
      inLifecycle('expire', (invoice, now) => {
        const isDue = lifecycle.expire(invoice, now);
        if (isDue && memory()?.down.has('store')) invoice.shown.receiptId = null;
        return isDue;
      }),
    ),
  },
  'some-signatures-wrong': {
    title: 'One event in 25 is signed with another secret',
    breaks: 'callback-signed/verifies',
    fullSteps: () => {
      const numbers = new Map<string, number>();
      return signAs(({ id, invoice: { account } }) => {
        const number = numbers.get(id) ?? numbers.size + 1;
        numbers.set(id, number);
        return number % 25 === 0 ? { ...account, secrets: [Buffer.alloc(32, 'another')] } : account;
      });
    },
  },
  'secret-of-the-address': {
    title: 'All events to an address are signed by the account that first sent one there',
    breaks: 'callback-signed',
    fullSteps: () => {
      const signers = new Map<unknown, Delivery['invoice']['account']>();
      return signAs(({ invoice: { account, callbackUrl } }) => {
        const first = signers.get(callbackUrl) ?? account;
        signers.set(callbackUrl, first);
        return first;
      });
    },
  },
  'expiry-signed-by-first-account': {
    title: 'The first account signs the expiry of every invoice',
    breaks: 'callback-signed/own-secret',
    fullSteps: remembering((memory) =>
      signAs(({ body, invoice: { account } }) => {
        const [first] = memory()?.tokens.values() ?? [];
        return first && body.includes('"invoice.expired"') ? first.account : account;
      }),
    ),
  },
  'token-told-on-retry': {
    title: 'From the second attempt on, calls contain a token',
    breaks: 'callback-without-token',
    fullSteps: remembering((memory) =>
      changeHeaders((_headers, { attempt }): Record<string, string> => {
        const [token] = memory()?.tokens.keys() ?? [];
        return attempt > 1 ? { Authorization: `Bearer ${token}` } : {};
      }),
    ),
  },
  'rotation-reaches-other-accounts': {
    title: 'A rotation replaces the secrets of every account',
    breaks: 'callback-signed/own-secret',
    fullSteps: remembering((memory) =>
      signAs(({ invoice }) => {
        const tokens = [...(memory()?.tokens.values() ?? [])];
        return (tokens.find(({ account }) => account.rotatedAt) ?? invoice).account;
      }),
    ),
  },
  'rotation-rotates-those-of-other-accounts': {
    title: 'A rotation replaces the secrets of all other accounts too',
    breaks: 'callback-signed/verifies',
    fullSteps: atRotation((other, times) => {
      other.secrets.unshift(...times.map(() => randomBytes(32)));
      other.rotatedAt = [...times, ...(other.rotatedAt ?? [])];
    }),
  },
  'late-retries-lost-in-outage': {
    title: 'An attempt that is due a moment after the store went away is lost',
    breaks: 'callback-retried/refused',
    fullSteps: remembering((memory) => ({
      callbacks: {
        leave: () => setTimeout(150),
        target: (...all) => (memory()?.down.has('store') ? '/lost' : callbacks.target(...all)),
        next: (...all) => (memory()?.down.has('store') ? undefined : callbacks.next(...all)),
      },
    })),
  },
});
