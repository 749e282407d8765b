import {
  type ApiAnswer,
  type ApiRequest,
  commonHeaders,
  invalidToken,
  readBearerToken,
  readJsonBody,
} from '@payment-invoice/stubs';
import { makeId } from '../engine/make-id.ts';
import { CURRENCY } from '../engine/receipt.ts';
import { invoiceNotFound } from '../handlers/invoice-not-found.ts';
import type { Services } from '../services.ts';
import { mintReceipt } from './mint-receipt.ts';
import { readPaymentOrder } from './read-payment-order.ts';
import type { SandboxIdentity } from './sandbox-file.ts';

/**
 * The sandbox rail: pretends that a payer paid, and gives the web receipt of it. It changes no invoice; submitting the receipt does.
 * @throws ProblemError as an operation would
 */
export async function payInvoice(request: ApiRequest, services: Services, identity: SandboxIdentity): Promise<ApiAnswer> {
  const { store, guard, now, randomBytes } = services;
  const principal = await guard.authenticate(readBearerToken(request), request);
  if (!principal) throw invalidToken();
  const order = readPaymentOrder(await readJsonBody(request));
  const paidAt = now();
  const invoice = await store.readInvoice(principal.accountId, order.invoiceId, paidAt);
  if (!invoice) throw invoiceNotFound();
  const receipt = {
    receiptId: makeId('rcp', paidAt, randomBytes),
    cashTag: invoice.cashTag,
    note: invoice.note,
    amount: order.amount,
    currency: CURRENCY,
    paymentStatus: order.outcome,
    paidAt,
  };
  const webReceipt = await mintReceipt(receipt, identity, paidAt);
  return {
    status: 200,
    headers: { ...commonHeaders(request.requestId), 'Content-Type': 'application/json' },
    body: { webReceipt },
  };
}
