import type { Contract, Operation } from '../contract/contract.ts';
import { creatorOf, readerOf } from '../contract/main-object.ts';
import { type Exchange, hasSucceeded } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { gatewayStatuses } from '../wire/send-patiently.ts';
import { bodyFor, followsStored } from './body-for.ts';
import { domainOf, type OperationBaseline } from './domain.ts';
import { identifierFor } from './identifier-for.ts';
import { freshValues, isAccepted, sharedCall } from './plain-calls.ts';
import { naming, requestFor } from './request-for.ts';
import { invoiceOf, sharedCreate, sharedFetch } from './shared-exchanges.ts';
import type { Subject } from './subject.ts';
import { startFor } from './ways-into.ts';

/** A valid request, from which cases derive requests that each contain one violation. */
export interface Baseline {
  /** A request body that the deployment should accept. */
  body: Record<string, unknown>;
  /** True if the deployment has just accepted a similar request. */
  accepted: boolean;
}

/** The baselines that are not derived: those of the operations that create and read invoices, and those of the domain. */
export const baselinesOf = (contract: Contract): Readonly<Record<string, OperationBaseline>> => ({
  ...domainOf(contract)?.baselines,
  [creatorOf(contract).id]: { shared: 'created', body: async (subject) => subject.createBody, exchange: sharedCreate },
  [readerOf(contract).id]: {
    shared: 'fetched',
    body: async (subject) => naming(readerOf(contract), invoiceOf(await sharedCreate(subject)).id),
    exchange: sharedFetch,
  },
});

/** Returns the baseline of an operation. If the operation has no hand-written one, derives one with an invoice of its own. */
export async function baselineOf(subject: Subject, operation: Operation): Promise<Baseline> {
  if (operation.plain) {
    const { exchange } = await sharedCall(subject, operation);
    const values = await subject.share(`untouched for ${operation.slug}`, () => freshValues(subject, operation));
    return { body: values, accepted: isAccepted(operation, exchange.answer) };
  }
  const { body, exchange } = writtenOrDerived(subject.contract, operation);
  const accepted = hasSucceeded(await exchange(subject));
  return { body: await body(subject), accepted };
}

/**
 * Returns the exchange of a valid request. Skips the case after a refusal that may not be the deployment's fault.
 * @throws CaseInconclusive if a gateway responded
 */
export async function outcomeOf(subject: Subject, operation: Operation): Promise<Exchange> {
  const baseline = writtenOrDerived(subject.contract, operation);
  const exchange = await (baseline.outcome ?? baseline.exchange)(subject);
  const status = exchange.answer?.status ?? 0;
  if (gatewayStatuses.includes(status))
    throw new CaseInconclusive(`${operation.path} returned ${status} four times: a gateway, or an overloaded deployment.`);
  return exchange;
}

/** Returns the exchange of a successful request. Skips the case if there is none, because another case reports that. */
export async function successOf(subject: Subject, operation: Operation): Promise<Exchange> {
  const exchange = await outcomeOf(subject, operation);
  if (hasSucceeded(exchange)) return exchange;
  throw new CaseSkipped(`${operation.path} gave no success (${exchange.answer?.status}) to look at.`);
}

function writtenOrDerived(contract: Contract, operation: Operation): OperationBaseline {
  const shared = `accepted ${operation.slug}`;
  return (
    baselinesOf(contract)[operation.id] ?? {
      shared,
      // No case changes this invoice, so its state still allows the operation when a case sends a violation.
      async body(subject) {
        const make = async () => identifierFor(subject, operation, (await startFor(subject, operation)).invoice);
        // A call that must repeat a stored value, such as a version, gets an invoice that no other case changes.
        const id = await (followsStored(operation) ? make() : subject.share(`untouched for ${operation.slug}`, make));
        return bodyFor(subject, operation, id);
      },
      exchange: (subject) =>
        subject.share(shared, async () => {
          const { invoice } = await startFor(subject, operation);
          const id = await identifierFor(subject, operation, invoice);
          return subject.send(requestFor(operation, await bodyFor(subject, operation, id)));
        }),
    }
  );
}
