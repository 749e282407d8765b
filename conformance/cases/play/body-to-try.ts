import type { Operation } from '../../src/contract/contract.ts';
import { bodyFor } from '../../src/subject/body-for.ts';
import { identifierFor } from '../../src/subject/identifier-for.ts';
import { acceptedCall, freshValues } from '../../src/subject/plain-calls.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { changesInvoice, startFor, statesFor } from '../../src/subject/ways-into.ts';
/** Returns a valid body for a call on the run's object, or on a new one if the call changes the object or needs another state. */
export async function bodyToTry(subject: Subject, operation: Operation): Promise<Record<string, unknown>> {
  const { contract } = subject;
  if (operation.plain) {
    await acceptedCall(subject, operation);
    return freshValues(subject, operation);
  }
  const states = statesFor(contract, operation);
  const isRefused = states.length > 0 && !states.includes(contract.lifecycle.initial);
  const needsNew = isRefused || changesInvoice(contract, operation);
  const invoice = needsNew ? (await startFor(subject, operation)).invoice : invoiceOf(await sharedCreate(subject));
  return bodyFor(subject, operation, await identifierFor(subject, operation, invoice));
}
