import { fromCents, type PaymentClient, ServerError } from '@payment-invoice/client';

/**
 * Creates the invoice of an order. The order's id is the idempotency key, so repeated calls return the same invoice. Returns the
 * URL of the payment page; undefined if the service is failing and the payer should try again later.
 */
export async function checkOut(payments: PaymentClient, order: { id: string; cents: number }): Promise<string | undefined> {
  try {
    const body = { cashTag: '$coffeeshop', amount: fromCents(order.cents) };
    const { paymentUrl } = await payments.createPayment(body, { idempotencyKey: order.id });
    return paymentUrl;
  } catch (error) {
    if (error instanceof ServerError) return undefined;
    throw error;
  }
}

/** Waits until an invoice is final. Returns whether it was paid. */
export async function isPaid(payments: PaymentClient, invoiceId: string): Promise<boolean> {
  const { status } = await payments.waitForPayment(invoiceId);
  return status === 'PAID';
}
