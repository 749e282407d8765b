import { type Adapter, askAdapter, type PaymentRequest } from '../adapter/adapter.ts';
import { showValue } from '../contract/describe-schema.ts';
import { type Exchange, type RequestSpec, sendsToken } from '../http/exchange.ts';
import { Pace } from '../http/pace.ts';
import { sendRequest, type Target } from '../http/send-request.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { untilLater } from '../places/stillness.ts';
import { waitFor } from '../places/waits.ts';
import { Recorder } from './recorder.ts';

/** The only interface through which cases reach a deployment or, in a self-check, read the record of a run. */
export interface Wire {
  /** Sends a request, and returns any response, even a 429. */
  send(target: Target, spec: RequestSpec): Promise<Exchange>;
  /** Makes a payment and returns its receipt. Returns null if no adapter makes payments, or this payment is not possible. */
  pay(payment: PaymentRequest, target: Target): Promise<string | null>;
  /** Moves the deployment's clock. Absent if the adapter cannot move the clock. */
  advanceTime?(seconds: number, target: Target): Promise<void>;
  /** The adapter, for the functions that the wire does not offer. */
  adapter: Adapter;
  /** Holds back all requests for this many milliseconds. */
  hold(milliseconds: number): void;
  /** Holds back all requests for this many milliseconds after a 429, and lowers the rate at which requests start after that. */
  slowDown(milliseconds: number): void;
  /** Records that the case uses the account `other`, the `listener`, a shared exchange or a function of the adapter. */
  use(what: string): void;
  /** Everything that was recorded during the run so far. Absent if there is no run, as in a self-check. */
  record?: Recorder;
  /** Calls `work`. All entries that are recorded during the call get this name as their scope. */
  within<Value>(scope: string, work: () => Promise<Value>): Promise<Value>;
}

/**
 * Makes a wire that sends requests over the network, no faster than the given rate, and records everything.
 * @param onHold called whenever the deployment makes all requests wait
 * @param token the run's token, if it can be renewed
 */
export function openWire(
  given: Adapter,
  rate?: number,
  recorder = new Recorder(),
  onHold?: (milliseconds: number) => void,
  token?: RunToken,
): Wire {
  const adapter = watchAdapter(given, recorder);
  const pace = new Pace(rate);
  const silence = new Silence();
  return {
    async send(target, spec) {
      const place = recorder.place();
      // If there is no limit, only this machine delays requests, which is not reported as waiting for the deployment.
      await (pace.isLimited() ? waitFor('a limit on requests', pace.rest(), () => pace.turn()) : pace.turn());
      const failure = silence.reason(target.timeout);
      if (failure !== undefined)
        return { url: target.baseUrl + spec.path, request: spec, failure, startedAt: new Date().toISOString(), milliseconds: 0 };
      const fitted = token?.fit(target) ?? target;
      const sendNow = (to: Target): Promise<Exchange> => waitFor('responses', to.timeout, () => sendRequest(to, spec));
      let exchange = await sendNow(fitted);
      const isRefused = exchange.answer?.status === 401 && sendsToken(exchange.request);
      if (isRefused && (await token?.renew(fitted.token))) exchange = await sendNow(token?.fit(target) ?? target);
      silence.note(exchange);
      if (exchange.answer !== undefined && exchange.answer.status !== 429) pace.admitted();
      recorder.keep({ ...place, exchange });
      return exchange;
    },
    async pay(payment, target) {
      recorder.use('pay');
      const place = recorder.place();
      const made = await askAdapter('pay', async () => adapter.pay?.(payment, token?.fit(target) ?? target));
      const receipt = receiptOf(made ?? null, payment);
      if (receipt !== null && (typeof receipt !== 'string' || receipt === ''))
        throw new CaseInconclusive(
          `The adapter's pay gave ${showValue(receipt)}: a receipt is a text, and null says there is none.`,
        );
      const { invoice: _invoice, ...asked } = payment;
      recorder.keep({ ...place, receipt, payment: asked });
      return receipt;
    },
    ...(adapter.advanceTime && {
      advanceTime: (seconds, target) => {
        recorder.keepAdvance(seconds);
        // Does not use askAdapter, because the wait for the other cases may be longer than the time limit of that function.
        return Promise.resolve(adapter.advanceTime?.(seconds, target));
      },
    }),
    adapter,
    record: recorder,
    hold(milliseconds) {
      onHold?.(milliseconds);
      pace.pause(milliseconds);
    },
    slowDown(milliseconds) {
      onHold?.(milliseconds);
      pace.refused(milliseconds);
    },
    use: (what) => recorder.use(what),
    within: (scope, work) => recorder.within(scope, work),
  };
}

/** Returns the receipt. Returns null if the request asks for a difference that the adapter does not confirm. */
function receiptOf(made: Awaited<ReturnType<NonNullable<Adapter['pay']>>>, { differs }: PaymentRequest): string | null {
  if (differs === undefined) return made as string | null;
  const [field = ''] = Object.keys(differs);
  return made !== null && typeof made === 'object' && made.differs === field ? made.receipt : null;
}

/** Wraps an adapter, and records when it moves the clock and which new secrets of the run's account it returns. */
function watchAdapter(given: Adapter, recorder: Recorder): Adapter {
  const { advanceTime, rotateSecret } = given;
  return Object.create(given, {
    ...(advanceTime && {
      advanceTime: {
        // Cases that wait for the clock to be moved do so together, so that one move serves all of them.
        value: (seconds: number, target: Target) =>
          untilLater(seconds, async (step) => {
            recorder.untilMoved ??= recorder.all.length;
            await askAdapter('advanceTime', async () => advanceTime.call(given, step, target));
          }),
      },
    }),
    ...(rotateSecret && {
      rotateSecret: {
        async value(...asked: Parameters<typeof rotateSecret>) {
          const secret = await rotateSecret.apply(given, asked);
          // Only secrets of the run's account are recorded, because its callbacks are checked with them.
          if ((asked[0] as Target).tokenName !== 'OTHER_TOKEN') recorder.secrets.push(secret);
          return secret;
        },
      },
    }),
  });
}

/** A deployment counts as silent after this many consecutive requests and this many time-outs without any response. */
const [most, timeouts] = [12, 6];

/** Detects that a deployment no longer responds at all, so that the rest of the run does not wait for each request. */
class Silence {
  #unanswered = 0;
  #heard = performance.now();

  /** Records whether a request got a response. A refused or closed connection counts as a response, because it takes no time. */
  note({ answer: response, failure }: Exchange): void {
    if (response === undefined && failure?.startsWith('no response')) this.#unanswered++;
    else [this.#unanswered, this.#heard] = [0, performance.now()];
  }

  /** Returns why no more requests should be sent. `timeout` is the maximum number of milliseconds for one request. */
  reason(timeout: number): string | undefined {
    const silent = performance.now() - this.#heard;
    if (this.#unanswered < most || silent < timeouts * timeout) return undefined;
    return 'not sent, because the deployment had stopped responding';
  }
}

export interface Renewal {
  /** Asks the adapter for a token that the deployment accepts now. */
  ask(): Promise<string>;
  /** Sends a valid request with the current token. Returns whether this request is refused too. */
  isRefused(): Promise<boolean>;
  onRenewed(token: string): void;
}

/** The run's token. It is replaced when the deployment no longer accepts it. */
export class RunToken {
  /** All tokens that the run has used, in order. The last one is the current one. */
  readonly #had: [string, ...string[]];
  readonly #renewal: Renewal;
  #renewing: Promise<void> | undefined;
  /** Why the token could not be replaced. Undefined as long as no replacement has failed. */
  failure: string | undefined;

  constructor(first: string, renewal: Renewal) {
    this.#had = [first];
    this.#renewal = renewal;
  }

  get current(): string {
    return this.#had.at(-1) ?? this.#had[0];
  }

  /** Returns the target with the current token, because the target may be a copy that contains an older token. */
  fit<Some extends Target>(target: Some): Some {
    return this.#had.includes(target.token) ? { ...target, token: this.current } : target;
  }

  /** Replaces a refused token, unless a valid request shows that it is still accepted. Returns whether `used` is now outdated. */
  async renew(used: string): Promise<boolean> {
    if (!this.#had.includes(used)) return false;
    if (used === this.current && this.failure === undefined) {
      this.#renewing ??= this.#ask();
      await this.#renewing;
    }
    return used !== this.current;
  }

  async #ask(): Promise<void> {
    try {
      if (!(await this.#renewal.isRefused())) return;
      const token = await this.#renewal.ask();
      if (this.#had.includes(token)) throw new Error('it gave a token that was refused already');
      this.#had.push(token);
      this.#renewal.onRenewed(token);
    } catch (error) {
      this.failure = (error as Error).message;
    } finally {
      this.#renewing = undefined;
    }
  }
}
