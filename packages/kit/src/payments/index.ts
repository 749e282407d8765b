export type { PaymentStore } from './payment-store.ts';
export { shareCommits, type TransactionConnection } from './share-commits.ts';
export { type PaymentParts, type Payments, startPayments, type TokenWish } from './start-payments.ts';
