import type { PaymentRequest } from '../adapter/adapter.ts';
import { type Contract, operationById } from '../contract/contract.ts';
import { creatorOf, readerOf } from '../contract/main-object.ts';
import { lawfulBody } from '../contract/mend-body.ts';
import type { Exchange, RequestSpec } from '../http/exchange.ts';
import { aside } from '../places/places.ts';
import { idle } from '../places/stillness.ts';
import { type PatientTarget, sendOnce, sendPatiently } from '../wire/send-patiently.ts';
import { openWire, type Wire } from '../wire/wire.ts';
import { type Inputs, naming, requestFor, sampleFor } from './request-for.ts';
import { sendFresh } from './unique-values.ts';

/** Settings for the deployment. Most of them come from the user. */
export interface SubjectSettings extends PatientTarget {
  /** Field values for create requests: chosen by the user, or else proposed by the suite and accepted by the deployment. */
  given: Readonly<Record<string, unknown>>;
  /** A token of another account, if the user gave one. */
  otherToken?: string;
  /** Maximum number of milliseconds to wait for a change to show. Default: 2000. */
  settle?: number;
  /** True if the user says that the deployment is not a sandbox. */
  noSandbox?: boolean;
  seed: number;
}

/** Represents the deployment under test: sends requests to it, and stores results that several cases share. */
export class Subject {
  readonly contract: Contract;
  readonly settings: SubjectSettings;
  readonly wire: Wire;
  readonly #shared = new Map<string, { made: Promise<unknown>; isSettled: boolean }>();

  /** @param baseline the create that the deployment accepted before the run */
  constructor(contract: Contract, settings: SubjectSettings, wire: Wire = openWire({}), baseline?: Exchange) {
    this.contract = contract;
    this.settings = settings;
    this.wire = wire;
    if (baseline) this.#shared.set('created', { made: Promise.resolve(baseline), isSettled: true });
  }

  /** The smallest body for a create: the given values, and a sample of each other required field. */
  get createBody(): Record<string, unknown> {
    const operation = creatorOf(this.contract);
    const { properties = {}, required = [] } = operation.request;
    const known = Object.entries(this.settings.given).filter(([name]) => Object.hasOwn(properties, name));
    const chosen: Record<string, unknown> = Object.fromEntries(known);
    const others = required.filter((name) => !Object.hasOwn(chosen, name));
    const sampled = others.map((name) => [name, sampleFor(operation, name)]);
    return lawfulBody(operation, { ...chosen, ...Object.fromEntries(sampled) }, Object.keys(chosen));
  }

  /** Makes a request for an operation from these values. Puts each value in the place that the contract gives it. */
  requestOf(operationId: string, values: Inputs): RequestSpec {
    return requestFor(operationById(this.contract, operationId), values);
  }

  /** Sends a request. After a 429, waits and sends it again. Sends another value if a unique value is already taken. */
  send(spec: RequestSpec): Promise<Exchange> {
    return sendFresh(this, spec, (one) => sendPatiently(this.wire, this.settings, one));
  }

  /** Sends a request once, and returns any response, even a 429 or a gateway error. */
  sendOnce(spec: RequestSpec): Promise<Exchange> {
    return sendOnce(this.wire, this.settings, spec);
  }

  /** Creates an invoice that only the caller uses. */
  create(values: Inputs = this.createBody): Promise<Exchange> {
    return this.send(requestFor(creatorOf(this.contract), values));
  }

  /** Makes the request that fetches an invoice. */
  fetchRequest(id: unknown): RequestSpec {
    const reader = readerOf(this.contract);
    return requestFor(reader, naming(reader, id));
  }

  fetch(id: unknown): Promise<Exchange> {
    return this.send(this.fetchRequest(id));
  }

  /** Makes a payment and returns its receipt. Returns null if no adapter can make such a payment for this deployment. */
  pay(payment: PaymentRequest): Promise<string | null> {
    return this.wire.pay(payment, this.settings);
  }

  /** Calls a function once, and returns its result to every case that asks for this name, so that fewer requests are sent. */
  share<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
    this.wire.use(`shared/${name}`);
    const known = this.#shared.get(name) as { made: Promise<Value>; isSettled: boolean } | undefined;
    // Lets other cases run during the wait, because one of them makes the shared result.
    if (known) return known.isSettled ? known.made : aside(() => idle(() => known.made));
    // Records requests for a shared result under its name. With another token, they are recorded under the case that sent them.
    const made = this.settings.tokenName !== undefined ? make() : this.wire.within(`shared/${name}`, make);
    const share = { made, isSettled: false };
    const settle = (): void => {
      share.isSettled = true;
    };
    made.then(settle, settle);
    this.#shared.set(name, share);
    return made;
  }

  /** Waits until the shared result with this name is ready, if any case has asked for it. */
  async shared(name: string): Promise<void> {
    const known = this.#shared.get(name);
    if (known && !known.isSettled) await aside(() => idle(() => known.made.catch(() => undefined)));
  }
}
