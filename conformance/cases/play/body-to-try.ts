import type { Operation } from '../../src/contract/contract.ts';
import { bodyFor } from '../../src/subject/body-for.ts';
import { identifierFor } from '../../src/subject/identifier-for.ts';
import { acceptedCall, freshValues } from '../../src/subject/plain-calls.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { changesInvoice, startFor, statesFor } from '../../src/subject/ways-into.ts';

/**
 * Makes a body for an invoice of the run's account. Creates a new invoice if the call would change the invoice, or is not
 * possible in its initial state.
 */
export async function bodyToTry(subject: Subject, operation: Operation): Promise<Record<string, unknown>> {
  const { contract } = subject;
  if (operation.plain) {
    await acceptedCall(subject, operation);
    return freshValues(subject, operation);
  }
  const states = statesFor(contract, operation);
  const isRefused = states.length > 0 && !states.includes(contract.lifecycle.initial);
  const invoice =
    changesInvoice(contract, operation) || isRefused
      ? (await startFor(subject, operation)).invoice
      : invoiceOf(await sharedCreate(subject));
  return bodyFor(subject, operation, await identifierFor(subject, operation, invoice));
}
