import { type Adapter, askAdapter, type PaymentRequest } from '../adapter/adapter.ts';
import { showValue } from '../contract/describe-schema.ts';
import { type Exchange, type RequestSpec, sendsToken } from '../http/exchange.ts';
import { Pace } from '../http/pace.ts';
import { sendRequest, type Target } from '../http/send-request.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { untilLater } from '../places/stillness.ts';
import { waitFor } from '../places/waits.ts';
import { Recorder } from './recorder.ts';

/** The only way to reach a subject: over the network, or from the record of a run. */
export interface Wire {
  /** Sends a request; a 429 is returned like any other response. */
  send(target: Target, spec: RequestSpec): Promise<Exchange>;
  /** Makes a payment and returns its receipt, or null if this deployment cannot produce it or no adapter makes payments. */
  pay(payment: PaymentRequest, target: Target): Promise<string | null>;
  /** Moves the deployment's clock; absent if it cannot be moved. */
  advanceTime?(seconds: number, target: Target): Promise<void>;
  /** The other functions of the adapter. */
  adapter: Adapter;
  /** Holds back every request for this many milliseconds. */
  hold(milliseconds: number): void;
  /** Like `hold`, but for a 429: requests also start more slowly afterwards. */
  slowDown(milliseconds: number): void;
  /** Records that the case uses an ability (a function of the adapter, `other` account, `listener`) or a shared exchange. */
  use(what: string): void;
  /** Everything recorded in the run so far; absent if there is no run, as in the self-check. */
  record?: Recorder;
  /** Runs `work` and records under this name everything that it sends. */
  within<Value>(scope: string, work: () => Promise<Value>): Promise<Value>;
}

/**
 * Opens a wire over the network that keeps to the given rate and records everything.
 * @param onHold called each time the deployment makes all requests wait
 * @param token the token of the run, if it can be renewed
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
      // Without a limit, only this machine delays a turn, so the delay is not reported as a wait for the deployment.
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
      const receipt = receiptOf(
        (await askAdapter('pay', async () => adapter.pay?.(payment, token?.fit(target) ?? target))) ?? null,
        payment,
      );
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
        // Calls the adapter directly, because the wait for the other cases may exceed the limit of askAdapter.
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

/** Returns the receipt that was asked for; null if the adapter does not confirm the requested difference. */
function receiptOf(made: Awaited<ReturnType<NonNullable<Adapter['pay']>>>, { differs }: PaymentRequest): string | null {
  if (differs === undefined) return made as string | null;
  const [field = ''] = Object.keys(differs);
  return made !== null && typeof made === 'object' && made.differs === field ? made.receipt : null;
}

/** Returns the same adapter, but records when it moves the clock and which secrets of the run's account it returns. */
function watchAdapter(given: Adapter, recorder: Recorder): Adapter {
  const { advanceTime, rotateSecret } = given;
  return Object.create(given, {
    ...(advanceTime && {
      advanceTime: {
        // Cases that want a later time wait for it together.
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
          // The events of the run's account are judged by these secrets.
          if ((asked[0] as Target).tokenName !== 'OTHER_TOKEN') recorder.secrets.push(secret);
          return secret;
        },
      },
    }),
  });
}

/** The numbers of requests in a row and of time-outs without a response after which the deployment counts as silent. */
const [most, timeouts] = [12, 6];

/** Detects that a deployment has fallen silent for good, so that the rest of a run does not wait for each request. */
class Silence {
  #unanswered = 0;
  #heard = performance.now();

  /** Notes whether a request got a response. A refused or closed connection counts as a response, because it costs no time. */
  note({ answer: response, failure }: Exchange): void {
    if (response === undefined && failure?.startsWith('no response')) this.#unanswered++;
    else [this.#unanswered, this.#heard] = [0, performance.now()];
  }

  /** Returns the reason to send no more requests, or undefined. @param timeout milliseconds for one request */
  reason(timeout: number): string | undefined {
    const silent = performance.now() - this.#heard;
    if (this.#unanswered < most || silent < timeouts * timeout) return undefined;
    return 'not sent, because the deployment had stopped responding';
  }
}

export interface Renewal {
  /** Asks for a token that the deployment accepts now. */
  ask(): Promise<string>;
  /** Returns whether a control request with the current token is refused too. */
  isRefused(): Promise<boolean>;
  onRenewed(token: string): void;
}

/** The token of a run. It is renewed when the deployment no longer accepts it. */
export class RunToken {
  /** All tokens that the run has had. The last one is sent. */
  readonly #had: [string, ...string[]];
  readonly #renewal: Renewal;
  #renewing: Promise<void> | undefined;
  /** The reason why the token could not be renewed. */
  failure: string | undefined;

  constructor(first: string, renewal: Renewal) {
    this.#had = [first];
    this.#renewal = renewal;
  }

  get current(): string {
    return this.#had.at(-1) ?? this.#had[0];
  }

  /** Returns the target with the current token, because copied settings may hold an earlier one. */
  fit<Some extends Target>(target: Some): Some {
    return this.#had.includes(target.token) ? { ...target, token: this.current } : target;
  }

  /** Renews the token after a refusal, unless a control request is accepted. Returns true if the current token is not `used`. */
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
