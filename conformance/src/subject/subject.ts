import type { PaymentRequest } from '../adapter/adapter.ts';
import { type Contract, operationById } from '../contract/contract.ts';
import { pointed } from '../contract/follow-reference.ts';
import { lawfulBody } from '../contract/mend-body.ts';
import { sampleOf } from '../contract/sample-of.ts';
import type { Exchange, RequestSpec } from '../http/exchange.ts';
import { aside } from '../places/places.ts';
import { idle } from '../places/stillness.ts';
import { type PatientTarget, sendOnce, sendPatiently } from '../wire/send-patiently.ts';
import { openWire, type Wire } from '../wire/wire.ts';
import { type Inputs, requestFor } from './request-for.ts';

/** Everything that the suite is told about the deployment. */
export interface SubjectSettings extends PatientTarget {
  cashTag: string;
  /** In major units. */
  amount: number;
  /** A token of another account, if one was given. */
  otherToken?: string;
  /** Longest wait for a change to show, in milliseconds; 2000 by default. */
  settle?: number;
  /** True if the user says that the deployment is not a sandbox. */
  noSandbox?: boolean;
  seed: number;
}

/** The deployment under test: sends requests, and keeps results that several cases share. */
export class Subject {
  readonly contract: Contract;
  readonly settings: SubjectSettings;
  readonly wire: Wire;
  readonly #shared = new Map<string, { made: Promise<unknown>; isSettled: boolean }>();

  /** @param baseline the create that was accepted before the run */
  constructor(contract: Contract, settings: SubjectSettings, wire: Wire = openWire({}), baseline?: Exchange) {
    this.contract = contract;
    this.settings = settings;
    this.wire = wire;
    if (baseline) this.#shared.set('created', { made: Promise.resolve(baseline), isSettled: true });
  }

  /** The smallest create body that this deployment accepts: the user's values, and a sample of each other required field. */
  get createBody(): Record<string, unknown> {
    const operation = operationById(this.contract, 'createPayment');
    const { request, requestPointer } = operation;
    const { cashTag, amount } = this.settings;
    const known = Object.entries({ cashTag, amount }).filter(([name]) => Object.hasOwn(request.properties ?? {}, name));
    const chosen: Record<string, unknown> = Object.fromEntries(known);
    const others = (request.required ?? []).filter((name) => !Object.hasOwn(chosen, name));
    const sampled = others.map((name) => [
      name,
      sampleOf(request.properties?.[name] ?? {}, `${requestPointer}/properties/${pointed(name)}`),
    ]);
    return lawfulBody(operation, { ...chosen, ...Object.fromEntries(sampled) }, Object.keys(chosen));
  }

  /** Makes the request of an operation with these values, each placed as the contract says. */
  requestOf(operationId: string, values: Inputs): RequestSpec {
    return requestFor(operationById(this.contract, operationId), values);
  }

  pathOf(operationId: string): string {
    return operationById(this.contract, operationId).path;
  }

  /** Sends a request, and waits out a 429. */
  send(spec: RequestSpec): Promise<Exchange> {
    return sendPatiently(this.wire, this.settings, spec);
  }

  /** Sends a request once. A 429 or a gateway error is returned like any other response. */
  sendOnce(spec: RequestSpec): Promise<Exchange> {
    return sendOnce(this.wire, this.settings, spec);
  }

  /** Creates an invoice for the caller only. */
  create(values: Inputs = this.createBody): Promise<Exchange> {
    return this.send(this.requestOf('createPayment', values));
  }

  fetch(invoiceId: unknown): Promise<Exchange> {
    return this.send(this.requestOf('fetchPayment', { invoiceId }));
  }

  submit(invoiceId: unknown, webReceipt: string): Promise<Exchange> {
    return this.send(this.requestOf('submitReceipt', { invoiceId, webReceipt }));
  }

  /** Makes a payment and returns its receipt, or null if this deployment cannot produce it or no adapter makes payments. */
  pay(payment: PaymentRequest): Promise<string | null> {
    return this.wire.pay(payment, this.settings);
  }

  /** Does some work once and returns the result to every case that asks for this name, to save the deployment writes. */
  share<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
    this.wire.use(`shared/${name}`);
    const known = this.#shared.get(name) as { made: Promise<Value>; isSettled: boolean } | undefined;
    // Frees this case's place during the wait, because the case that does the work may need it.
    if (known) return known.isSettled ? known.made : aside(() => idle(() => known.made));
    // Shared requests are recorded under their own scope, but those with another token under the case that made them.
    const made = this.settings.tokenName !== undefined ? make() : this.wire.within(`shared/${name}`, make);
    const share = { made, isSettled: false };
    const settle = (): void => {
      share.isSettled = true;
    };
    made.then(settle, settle);
    this.#shared.set(name, share);
    return made;
  }

  /** Waits for the shared result of this name, if any case has asked for it. */
  async shared(name: string): Promise<void> {
    const known = this.#shared.get(name);
    if (known && !known.isSettled) await aside(() => idle(() => known.made.catch(() => undefined)));
  }
}
