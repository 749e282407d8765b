import { callbacks } from '../../servers/full/callbacks.ts';
import { everyFeature } from '../../servers/full/every-feature.ts';
import type { Account, Token } from '../../servers/full/memory.ts';
import { fieldsOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { changeHeaders } from '../changes/change-callbacks.ts';
import { inCallbacks, onRequest } from '../changes/change-step.ts';
import { type FaultTable, sharing } from '../fault.ts';

const isOther = ({ name }: Account): boolean => name === 'other-merchant';

/** Edits the tokens of the second account before each request. */
const editTokens = (edit: (token: Token) => void): FullChanges =>
  onRequest((_message, { tokens }) => {
    for (const token of tokens.values()) if (isOther(token.account)) edit(token);
  });

/** Servers that are right for the first account, and wrong for the second. */
export const togetherOtherAccount: FaultTable = sharing({ features: everyFeature })({
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
