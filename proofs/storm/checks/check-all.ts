import type { Check, Evidence, Finding } from '../evidence.ts';
import { deliverEveryEvent } from './deliver-every-event.ts';
import { holdRates } from './hold-rates.ts';
import { keepWhatWasAnswered } from './keep-what-was-answered.ts';
import { never500 } from './never-500.ts';
import { nothingAfterTheEnd } from './nothing-after-the-end.ts';
import { oneInvoiceAKey } from './one-invoice-a-key.ts';
import { paidIsSumOfReceipts } from './paid-is-sum-of-receipts.ts';
import { readInOrder } from './read-in-order.ts';
import { receiptInOneInvoice } from './receipt-in-one-invoice.ts';
import { refuseRevokedTokens } from './refuse-revoked-tokens.ts';
import { respectLeases } from './respect-leases.ts';
import { sequenceCountsChanges } from './sequence-counts-changes.ts';
import { statusOnlyAdvances } from './status-only-advances.ts';

/** The judges, the plainest first. */
const checks: readonly Check[] = [
  never500,
  keepWhatWasAnswered,
  oneInvoiceAKey,
  paidIsSumOfReceipts,
  receiptInOneInvoice,
  sequenceCountsChanges,
  readInOrder,
  statusOnlyAdvances,
  nothingAfterTheEnd,
  deliverEveryEvent,
  respectLeases,
  holdRates,
  refuseRevokedTokens,
];

/** Returns what all judges find. */
export function checkAll(evidence: Evidence): Finding[] {
  return checks.flatMap((check) => check(evidence));
}
