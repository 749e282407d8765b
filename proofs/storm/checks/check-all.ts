import type { Check, Evidence, Finding } from '../evidence.ts';
import { deliverEveryEvent, respectLeases } from './callbacks.ts';
import {
  nothingAfterTheEnd,
  paidIsSumOfReceipts,
  receiptInOneInvoice,
  sequenceCountsChanges,
  statusOnlyAdvances,
} from './invoices.ts';
import { holdRates, refuseRevokedTokens } from './limits.ts';
import { readInOrder } from './read-in-order.ts';
import { keepWhatWasAnswered, never500, oneInvoiceAKey } from './responses.ts';

/** All checks. Simple ones come first. */
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

/** Runs all checks, and returns what they find. */
export function checkAll(evidence: Evidence): Finding[] {
  return checks.flatMap((check) => check(evidence));
}
