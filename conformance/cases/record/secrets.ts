import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { requestObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { checkNoToken } from '../../src/record/check-responses.ts';
import { ownResponses } from '../../src/record/own-responses.ts';
import { judgeNoSecret } from '../answers/no-secret-told.ts';
import { judgeNoCallbackUrl } from '../play/callback-play.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Finds a field that contains the URL, apart from the two fields whose URLs the payer opens. */
function otherFieldWith(
  { paymentUrl: _pay, ...others }: Record<string, unknown>,
  { callbackUrl, ...sent }: Record<string, unknown> = {},
): string | undefined {
  const holds = (value: unknown): boolean => JSON.stringify(value ?? null).includes(JSON.stringify(callbackUrl));
  // If another field of the create contains the same URL, the invoice may repeat that field.
  if (typeof callbackUrl !== 'string' || holds(sent)) return undefined;
  return Object.keys(others).find((field) => holds(others[field]));
}

export const secretsCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/secrets-told',
    title: 'No problem of the run contains a stack trace or the receipt that was sent',
    requirement: 'problem-tells-no-secret/receipt',
    tries: ['problem-tells-no-secret/stack-trace'],
    derived: true,
    judge({ contract }, { exchanges }) {
      const refused = ownResponses(exchanges).filter(({ response }) => response.status >= 400);
      const found = refused.flatMap(({ exchange }) => {
        const { webReceipt } = requestObject(exchange) ?? {};
        return judgeNoSecret(contract, exchange, typeof webReceipt === 'string' ? webReceipt : undefined);
      });
      return found.slice(0, 1);
    },
  }),
  judgeRecord({
    id: 'record/tokens-told',
    title: 'No response of the run contains the token of its request',
    requirement: 'token-never-told',
    judge: ({ contract }, { exchanges }) => checkNoToken(contract, exchanges),
  }),
  judgeRecord({
    id: 'record/callback-url-kept',
    title: 'No response of the run shows the callbackUrl of an invoice in any state',
    requirement: 'invoice-without-callback-url',
    judge({ contract }, { shown }) {
      const told = shown.find(({ invoice }) => Object.hasOwn(invoice, 'callbackUrl'));
      if (told) return judgeNoCallbackUrl(contract, told.exchange);
      const sent = new Map(
        shown.filter(({ isNew }) => isNew).map(({ invoice, exchange }) => [invoice.id, requestObject(exchange)]),
      );
      for (const { invoice, exchange } of shown) {
        const field = otherFieldWith(invoice, sent.get(invoice.id));
        if (field === undefined) continue;
        return broken(contract, 'invoice-without-callback-url', {
          member: field,
          expected: 'no field with the callbackUrl',
          received: `${field}: ${showValue(invoice[field])}`,
          exchanges: [exchange],
        });
      }
      return [];
    },
  }),
];
