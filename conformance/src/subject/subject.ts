import { type Contract, operationById } from '../contract/contract.ts';
import { CaseInconclusive, CaseSkipped } from '../engine/case.ts';
import { answerObject, type Exchange, isSuccess, type RequestSpec } from '../http/exchange.ts';
import type { Target } from '../http/send-request.ts';
import type { Adapter, PaymentRequest } from './adapter.ts';
import { askAdapter } from './ask-adapter.ts';
import { openWire, retryAfter, type Wire } from './wire.ts';

/** An invoice and a receipt for it that has not been submitted. */
export interface Payable {
  created: Exchange;
  invoice: Record<string, unknown>;
  webReceipt: string;
  /** Whether the adapter made the receipt; else it is made up and the deployment may refuse it. */
  real: boolean;
}

/** What the suite is told about the deployment. */
export interface SubjectSettings extends Target {
  cashTag: string;
  /** Major units. */
  amount: number;
  /** Longest wait for a 429 to end, milliseconds in all. */
  maxWait: number;
  /** A token of another account, if one is known. */
  otherToken?: string;
  /** Longest wait for a change to show, milliseconds; 2000 unless said. */
  settle?: number;
  /** Of the run; random values come from it. */
  seed: number;
}

/**
 * The deployment under test. Exchanges that many cases look at are made once and shared: a shared
 * deployment gets no more writes than the cases need.
 */
export class Subject {
  readonly settings: SubjectSettings;
  readonly #contract: Contract;
  readonly #wire: Wire;
  readonly #shared = new Map<string, Promise<unknown>>();

  /** @param baseline the create that was accepted before the run, if one was */
  constructor(contract: Contract, settings: SubjectSettings, wire: Wire = openWire({}), baseline?: Exchange) {
    this.#contract = contract;
    this.settings = settings;
    this.#wire = wire;
    if (baseline) this.#shared.set('created', Promise.resolve(baseline));
  }

  /** The smallest create body that this deployment accepts. */
  get createBody(): Record<string, unknown> {
    return { cashTag: this.settings.cashTag, amount: this.settings.amount };
  }

  /** What this case asks for is filed under its id. */
  within<Value>(caseId: string, work: () => Promise<Value>): Promise<Value> {
    return this.#wire.within(caseId, work);
  }

  /** Where an operation is, below the base URL. */
  pathOf(operationId: string): string {
    return operationById(this.#contract, operationId).path;
  }

  /** The same deployment with the other account's token; skips where none is known. */
  asOther(): Subject {
    const { otherToken, ...settings } = this.settings;
    if (otherToken === undefined) throw new CaseSkipped('A second account is needed: give its token with --other-token.');
    return new Subject(this.#contract, { ...settings, token: otherToken, tokenName: 'OTHER_TOKEN' }, this.#wire);
  }

  /** A receipt of a payment, or null where this deployment cannot produce it or no adapter says how. */
  pay(payment: PaymentRequest): Promise<string | null> {
    return this.#wire.pay(payment, this.settings);
  }

  /** What the adapter can do, with a skip that says what is missing where it cannot. */
  able<Name extends keyof Adapter>(name: Name, what: string): NonNullable<Adapter[Name]> {
    const found = this.#wire.adapter[name];
    if (found === undefined) throw new CaseSkipped(`${what}: give an adapter with ${name}.`);
    const ask = (...given: unknown[]) =>
      askAdapter(name, async () => (found as (...all: unknown[]) => unknown).apply(this.#wire.adapter, given));
    return ask as NonNullable<Adapter[Name]>;
  }

  /** The same deployment with another token of the run's account. */
  withToken(token: string): Subject {
    return new Subject(this.#contract, { ...this.settings, token, tokenName: 'CASE_TOKEN' }, this.#wire);
  }

  /** Lets an invoice expire: by its clock, else by waiting where that is not too long; else skips. */
  async expire(invoice: Record<string, unknown>): Promise<void> {
    const lifetime = Date.parse(String(invoice.expiresAt)) - Date.parse(String(invoice.createdAt)) + 1000;
    if (this.#wire.advanceTime) return this.#wire.advanceTime(Math.ceil(lifetime / 1000), this.settings);
    if (!(lifetime <= this.settings.maxWait))
      throw new CaseSkipped(
        'Expiry needs a clock that can be moved, or a lifetime within --max-wait: give an adapter with advanceTime.',
      );
    await new Promise((resolve) => setTimeout(resolve, lifetime));
  }

  /** Sends a request once: a 429 and a gateway's answer come back like any other. */
  async sendOnce(spec: RequestSpec): Promise<Exchange> {
    const exchange = await this.#wire.send(this.settings, spec);
    if (exchange.failure !== undefined) throw new CaseInconclusive(`${spec.method} ${spec.path}: ${exchange.failure}.`);
    return exchange;
  }

  /** Sends a request; waits out a 429 that says how long. */
  async send(spec: RequestSpec): Promise<Exchange> {
    let waited = 0;
    let stumbles = 0;
    for (;;) {
      const exchange = await this.#wire.send(this.settings, spec);
      if (exchange.failure !== undefined)
        throw Object.assign(new CaseInconclusive(`${spec.method} ${spec.path}: ${exchange.failure}.`), { unanswered: exchange });
      const status = exchange.answer?.status ?? 0;
      // A gateway that stumbles once says nothing about what is behind it: asked again, three times at most.
      if (gatewayStatuses.includes(status) && stumbles < 3) {
        await this.#wire.hold(100 * ++stumbles);
        continue;
      }
      if (status !== 429) return exchange;
      const wait = retryAfter(exchange);
      if (waited + wait > this.settings.maxWait) {
        throw new CaseInconclusive(
          `${spec.method} ${spec.path} still answers 429 after waiting ${waited / 1000} s (--max-wait).`,
        );
      }
      await this.#wire.hold(wait);
      waited += wait;
    }
  }

  /** A request as the contract's operation wants it. */
  call(operationId: string, body: unknown): Promise<Exchange> {
    return this.send(jsonRequest(this.pathOf(operationId), body));
  }

  /** A create with this body, not shared. */
  create(body: unknown = this.createBody): Promise<Exchange> {
    return this.call('createPayment', body);
  }

  /** A fetch of this id, not shared. */
  fetch(invoiceId: unknown): Promise<Exchange> {
    return this.call('fetchPayment', { invoiceId });
  }

  /** A submit, not shared. */
  submit(invoiceId: unknown, webReceipt: string): Promise<Exchange> {
    return this.call('submitReceipt', { invoiceId, webReceipt });
  }

  /** Makes an exchange once, under a name, however many cases ask for it. */
  share<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#shared.get(name) as Promise<Value> | undefined;
    if (known) return known;
    // What several cases look at is filed under its own name; what another token asks for stays with the case that asked.
    const made = this.settings.tokenName !== undefined ? make() : this.#wire.within(`shared/${name}`, make);
    this.#shared.set(name, made);
    return made;
  }

  /** The shared create of the smallest body. */
  created(): Promise<Exchange> {
    return this.share('created', () => this.create());
  }

  /** The shared fetch of the shared invoice. */
  fetched(): Promise<Exchange> {
    return this.share('fetched', async () => this.fetch(invoiceOf(await this.created()).id));
  }

  /** A new invoice with a receipt for it that nobody submitted. */
  async payable(): Promise<Payable> {
    const created = await this.create();
    const invoice = invoiceOf(created);
    const webReceipt = await this.pay({ invoice, amount: this.settings.amount, outcome: 'completed' });
    if (webReceipt) return { created, invoice, webReceipt, real: true };
    return { created, invoice, webReceipt: `made-up-receipt-${crypto.randomUUID()}`, real: false };
  }

  /** One payable invoice whose receipt no request is meant to have accepted: for what must be refused. */
  unsubmitted(): Promise<Payable> {
    return this.share('unsubmitted', () => this.payable());
  }

  /** The shared submit of a receipt, accepted or not. */
  submitted(): Promise<{ payable: Payable; exchange: Exchange }> {
    return this.share('submitted', async () => {
      const payable = await this.payable();
      return { payable, exchange: await this.submit(payable.invoice.id, payable.webReceipt) };
    });
  }

  /** The shared submit, if it was accepted; else the case is skipped, unless the receipt was a real one. */
  async acceptedSubmit(): Promise<{ payable: Payable; exchange: Exchange }> {
    const submitted = await this.submitted();
    if (!submitted.payable.real && !(submitted.exchange.answer && isSuccess(submitted.exchange.answer))) {
      throw new CaseSkipped(
        `This deployment refused a made-up receipt (${submitted.exchange.answer?.status}), as it may. Say how to pay with --pay or --adapter.`,
      );
    }
    return submitted;
  }
}

/** What stands between the suite and the deployment answers so, or a deployment that is overloaded. */
export const gatewayStatuses = [502, 503, 504];

/** A POST with a JSON body and the token. */
export function jsonRequest(path: string, body: unknown): RequestSpec {
  return {
    method: 'POST',
    path,
    headers: [
      ['Authorization', 'Bearer $TOKEN'],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify(body),
  };
}

/** The invoice in a success; where there is none the case is skipped: another case reports that. */
export function invoiceOf(exchange: Exchange): Record<string, unknown> {
  const invoice = exchange.answer && isSuccess(exchange.answer) ? answerObject(exchange.answer) : undefined;
  if (!invoice)
    throw new CaseSkipped(
      `${exchange.request.path} did not give an invoice (${exchange.answer?.status}), which this case starts from.`,
    );
  return invoice;
}
