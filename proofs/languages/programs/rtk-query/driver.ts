// Drives the endpoints that RTK Query's codegen generates, with a store that contains nothing else.
import { configureStore } from '@reduxjs/toolkit';
import { service } from './empty-api.ts';
import { serve } from './harness.ts';
import { payments } from './payments.ts';

const store = configureStore({
  reducer: { [payments.reducerPath]: payments.reducer },
  middleware: (getDefault) => getDefault().concat(payments.middleware),
});
const { createPayment, fetchPayment, submitReceipt } = payments.endpoints;

await serve(async (order) => {
  Object.assign(service, { url: order.url, token: order.token });
  const sent =
    order.op === 'create'
      ? store.dispatch(createPayment.initiate({ createPaymentRequest: order.create, 'Idempotency-Key': order.key }))
      : order.op === 'fetch'
        ? store.dispatch(fetchPayment.initiate({ fetchPaymentRequest: order.fetch }))
        : store.dispatch(submitReceipt.initiate({ submitReceiptRequest: order.submit }));
  const { data, error } = await sent;
  // Removes the result from the store, which would otherwise grow with each request.
  sent.reset();
  if (data) return { invoice: data };
  if (!error || !('status' in error)) throw new Error(error?.message);
  // If the body is not JSON, `status` is a name instead of a number, and `originalStatus` has the number.
  const status = error.status === 'PARSING_ERROR' ? error.originalStatus : error.status;
  if (typeof status !== 'number') throw new Error(String('error' in error ? error.error : status));
  return { status, problem: error.data };
});
