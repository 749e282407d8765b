import { fromCents, type PaymentClient, ServerError } from '@payment-invoice/client';

/** Makes one invoice for an order, however often it is called. Returns its payment page; undefined to let the payer try later. */
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
