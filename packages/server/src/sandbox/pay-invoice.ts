import {
  type ApiResponse,
  type ApiRequest,
  commonHeaders,
  invalidToken,
  readBearerToken,
  readJsonBody,
} from '@payment-invoice/stubs';
import { invoiceNotFound } from '../handlers/invoice-not-found.ts';
import type { Services } from '../services.ts';
import { playPayment } from './play-payment.ts';
import { readPaymentOrder } from './read-payment-order.ts';
import type { SandboxIdentity } from './sandbox-file.ts';

/**
 * The sandbox rail: pretends that a payer paid, and gives the web receipt of it. It changes no invoice; submitting the receipt does.
 * @throws ProblemError as an operation would
 */
export async function payInvoice(request: ApiRequest, services: Services, identity: SandboxIdentity): Promise<ApiResponse> {
  const { store, guard, now, randomBytes } = services;
  const principal = await guard.authenticate(readBearerToken(request), request);
  if (!principal) throw invalidToken();
  const order = readPaymentOrder(await readJsonBody(request));
  const paidAt = now();
  const invoice = await store.readInvoice(principal.accountId, order.invoiceId, paidAt);
  if (!invoice) throw invoiceNotFound();
  const webReceipt = await playPayment(invoice, order, identity, { now: paidAt, randomBytes });
  return {
    status: 200,
    headers: { ...commonHeaders(request.requestId), 'Content-Type': 'application/json' },
    body: { webReceipt },
  };
}
