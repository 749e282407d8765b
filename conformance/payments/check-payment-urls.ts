import type { Contract } from '../src/contract/contract.ts';

import { broken, type Finding, insteadIn } from '../src/outcome/finding.ts';
import { firstOfEach } from '../src/record/first-of-each.ts';
import type { Shown } from '../src/record/shown-invoices.ts';
import { decodePercent } from '../src/text/attempt.ts';

/** Checks that the paymentUrl of every invoice ends with the invoice's id. */
export function checkPaymentUrls(contract: Contract, shown: readonly Shown[]): Finding[] {
  return firstOfEach(
    shown.flatMap(({ invoice: { id, paymentUrl }, exchange }) =>
      typeof paymentUrl !== 'string' || endsInId(paymentUrl, String(id))
        ? []
        : broken(contract, 'invoice-payment-url-form', insteadIn('paymentUrl', `…/pay/${id}`, paymentUrl, [exchange])),
    ),
  );
}

/** Returns whether the path of a URL ends with `/pay/` and the id. The id may be percent-encoded. */
export function endsInId(address: string, id: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  const end = `/pay/${id}`;
  return url.pathname.endsWith(end) || decodePercent(url.pathname).endsWith(end);
}
