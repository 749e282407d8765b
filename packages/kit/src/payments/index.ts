export type { PaymentStore } from './payment-store.ts';
export { type PaymentParts, type Payments, startPayments, type TokenWish } from './start-payments.ts';
