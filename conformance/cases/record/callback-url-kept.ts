import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { requestObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { judgeRecord } from '../play/judge-record.ts';
import { judgeNoCallbackUrl } from '../play/no-callback-url.ts';

/** No response of the run tells the address that callbacks are sent to. */
export const callbackUrlKeptCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/callback-url-kept',
    title: 'No invoice of the run shows its callbackUrl, whatever its state and in whichever response',
    requirement: 'invoice-without-callback-url',
    judge({ contract }, { shown }) {
      const told = shown.find(({ invoice }) => Object.hasOwn(invoice, 'callbackUrl'));
      if (told) return judgeNoCallbackUrl(contract, told.exchange);
      const sent = new Map(
        shown.filter(({ isNew }) => isNew).map(({ invoice, exchange }) => [invoice.id, requestObject(exchange)?.callbackUrl]),
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

/** Finds a field, other than those that lead the payer somewhere, whose value is or holds the address. */
function otherFieldWith(
  { paymentUrl: _pay, returnUrl: _back, ...others }: Record<string, unknown>,
  url: unknown,
): string | undefined {
  if (typeof url !== 'string') return undefined;
  return Object.keys(others).find((field) => JSON.stringify(others[field]).includes(JSON.stringify(url)));
}
