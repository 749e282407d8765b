import { callbacks } from '../../servers/full/callbacks.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import { applyReceipt, lifecycle } from '../../servers/full/lifecycle.ts';
import { actionOf, type Fields, fieldsOf, headerOf, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeBody } from '../changes/change-callbacks.ts';
import { compareAs } from '../changes/change-key.ts';
import { countOf, forgetCounts } from '../changes/change-limits.ts';
import { editBody } from '../changes/change-request.ts';
import { inCallbacks, onReply, onRequest, onRestart } from '../changes/change-step.ts';
import { bearerOf } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

/**
 * Servers that are right in the usual case, and wrong in a rare one: in another state, after some time, or for the tenth invoice.
 */
export const togetherEdges: FaultTable = sharing({ features: everyFeature })({
  'refused-receipt-takes-a-number': {
    title: 'A refused receipt uses up a number in the sequence of events',
    breaks: 'event-sequence-without-gaps',
    fullSteps: onReply(({ status }, message, { invoices }) => {
      const invoice = invoices.get(String(fieldsOf(message)?.invoiceId));
      if (invoice && status === 422 && actionOf(message) === 'submit') invoice.events++;
    }),
  },
  'bodies-joined-without-names': {
    title: 'Bodies are compared by their values without names',
    breaks: 'idempotency-other-body-refused/near',
    fullSteps: { fingerprint: (body) => Object.values(body).join('') },
  },
  'accept-refused-at-submit': {
    title: 'A submit that accepts only an image gets a 406',
    breaks: 'accept-is-ignored',
    fullSteps: onReply((reply, message) => {
      if (actionOf(message) === 'submit' && headerOf(message, 'accept')?.startsWith('image/')) reply.status = 406;
    }),
  },
  'pending-repeated-after-part': {
    title: 'A payment that is not final counts as repeated the second time, once a part is paid',
    breaks: 'lifecycle-pending-payment',
    fullSteps: () => {
      const seen = new Set<unknown>();
      return onReply((reply, message, { invoices }) => {
        const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
        const shown = invoices.get(String(invoiceId))?.shown;
        if ((reply.body as Fields).code !== 'receipt_not_final' || shown?.status !== 'UNDER_PAID') return;
        if (seen.has(webReceipt)) Object.assign(reply, { status: 200, body: shown });
        seen.add(webReceipt);
      });
    },
  },
  'retry-after-for-ever': {
    title: 'A Retry-After delays every later attempt too',
    breaks: 'callback-honours-retry-after/later',
    fullSteps: () => {
      const asked = new Map<string, number>();
      return inCallbacks('next', ({ id, ...delivery }, received, now) => {
        const pause = callbacks.next({ id, ...delivery }, received, now);
        if (pause !== undefined && received.retryAfter !== undefined) asked.set(id, pause);
        return pause && Math.max(pause, asked.get(id) ?? 0);
      });
    },
  },
  'token-ends-early': {
    title: 'A token expires five seconds early',
    breaks: 'token-revoked-at-once/expired',
    fullSteps: onRequest((_message, { tokens, now }) => {
      for (const token of tokens.values()) if ((token.endsAt ?? Infinity) <= now() + 5000) token.endsAt = 0;
    }),
  },
  'fetch-limit-told-at-success-only': {
    title: 'A success of fetch states a limit that fetches do not have',
    breaks: 'fetch-rate-limit',
    fullSteps: {
      ...forgetCounts((limit) => limit === countOf('fetch')),
      reply({ status, headers }) {
        if (status === 404) delete headers['RateLimit-Policy'];
      },
    },
  },
  'white-space-read-over-while-open': {
    title: 'White space after a repeated receipt is ignored only while the invoice is open',
    breaks: 'submit-receipt-counts-once/white-space',
    fullSteps: editBody((fields, _message, { invoices }) => {
      if (invoices.get(String(fields.invoiceId))?.shown.status === 'UNDER_PAID')
        fields.webReceipt = String(fields.webReceipt).trim();
    }, 'submit'),
  },
  'line-ends-around-receipts-make-others': {
    title: 'Spaces after a repeated receipt are ignored, and other white space is not',
    breaks: 'submit-receipt-counts-once/white-space',
    fullSteps: editBody((fields) => {
      fields.webReceipt = String(fields.webReceipt).replace(/^ +| +$/g, '');
    }, 'submit'),
  },
  'amounts-compared-in-cents-cut-off': {
    title: 'Bodies with a key are compared by cents that were cut off in binary',
    breaks: 'idempotency-other-body-refused/near',
    fullSteps: compareAs('amount', (value) => Math.trunc(Number(value) * 100)),
  },
  'names-compared-up-to-the-thirtieth': {
    title: 'A body that names a field twice is refused only within its first thirty fields',
    breaks: 'member-twice-is-400',
    fullSteps: onRequest((message) => {
      if ((message.text?.match(/":/g)?.length ?? 0) > 30) message.text = message.text?.replace(/,"unknownMember":1/, '');
    }),
  },
  'far-behind-is-no-body': {
    title: 'Text more than 4 KiB after the JSON is ignored',
    breaks: 'malformed-json-is-400',
    fullSteps: onRequest((message) => {
      const { text = '' } = message;
      const end = text.lastIndexOf('}') + 1;
      if (end > 0 && text.length - end > 4096) message.text = text.slice(0, end);
    }),
  },
  'largest-body-refused-in-chunks': {
    title: 'A body of 32 KiB is refused if its length is not stated',
    breaks: 'large-body-is-413',
    fullSteps: onRequest((message) => {
      if (message.bytes === 32_768 && headerOf(message, 'content-length') === undefined) message.bytes++;
    }),
  },
  'narrow-tokens-lost-at-restart': {
    title: 'A restart forgets tokens that lack a scope',
    breaks: 'fetch-needs-scope',
    fullSteps: onRestart(({ tokens, facts }) => {
      for (const [text, { scopes }] of tokens) if (scopes.length < facts.scopes.length) tokens.delete(text);
    }),
  },
  'urls-measured-without-escapes': {
    title: 'The length of a returnUrl is counted without its escapes',
    breaks: 'create-return-url-length',
    fullSteps: editBody((fields) => {
      const { returnUrl } = fields;
      if (typeof returnUrl === 'string' && returnUrl.length > 2048 && URL.canParse(returnUrl))
        fields.returnUrl = returnUrl.replace(/%[\da-f]{2}/gi, 'x');
    }),
  },
  'last-letter-of-tokens-in-any-case': {
    title: 'The last letter of a token may have another case',
    breaks: 'token-scheme-any-case/token',
    fullSteps: onRequest((message, { tokens }) => {
      const token = bearerOf(message);
      const known = [...tokens.keys()].find((one) => one.toLowerCase() === token.toLowerCase());
      const isNear = known && [...known].filter((one, at) => one !== token[at]).length === 1;
      if (isNear) setHeader(message, 'authorization', `Bearer ${known}`);
    }),
  },
  'used-elsewhere-told-without-verifier': {
    title: 'A receipt that another invoice has counted is refused as used while the verifier is unavailable',
    breaks: 'lifecycle-verifier-away',
    fullSteps: onReply((reply, message, { used }) => {
      const problem = reply.body as Fields | undefined;
      if (problem?.code !== 'receipt_verifier_unavailable' || !used.has(String(fieldsOf(message)?.webReceipt))) return;
      Object.assign(problem, { code: 'receipt_already_used', status: 409 });
      reply.status = 409;
    }),
  },
  'submit-kept-for-the-verifier': {
    title: 'A submit that is refused while the verifier is unavailable is carried out ten requests later',
    breaks: 'lifecycle-verifier-away',
    fullSteps: (): FullChanges => {
      const kept: { id: string; text: string; after: number }[] = [];
      let requests = 0;
      return {
        request(_message, memory) {
          requests++;
          for (const { id, text, after } of memory.down.has('verifier') ? [] : kept.splice(0)) {
            const invoice = memory.invoices.get(id);
            if (requests < after) kept.push({ id, text, after });
            else if (invoice && !lifecycle.repeats(invoice, text)) applyReceipt(lifecycle, invoice, text, memory);
          }
        },
        reply({ body }, message) {
          const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
          if ((body as Fields | undefined)?.code === 'receipt_verifier_unavailable')
            kept.push({ id: String(invoiceId), text: String(webReceipt), after: requests + 10 });
        },
      };
    },
  },
  'expiry-of-others-when-read': {
    title: "Only a read notices the expiry of another account's invoice",
    breaks: 'callback-at-each-change/one-each',
    fullSteps: (): FullChanges => {
      let isAsked = false;
      return {
        request() {
          isAsked = true;
        },
        reply() {
          isAsked = false;
        },
        lifecycle: {
          expire: (invoice, now) => (isAsked || invoice.account.name !== 'other-merchant') && lifecycle.expire(invoice, now),
        },
      };
    },
  },
  'tenth-event-is-the-first': {
    title: 'The tenth event of an invoice has the number 1',
    breaks: 'event-sequence-without-gaps',
    fullSteps: changeBody(({ body }) => {
      const { sequence } = JSON.parse(body);
      return { sequence: sequence === 10 ? 1 : sequence };
    }),
  },
});
