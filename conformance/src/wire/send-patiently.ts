import { type Exchange, type RequestSpec, responseHeader } from '../http/exchange.ts';
import type { Target } from '../http/send-request.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { readHttpDate, readRetryAfter } from '../text/read-time.ts';
import type { Wire } from './wire.ts';

/** Status codes that come from a gateway in front of the deployment, or from an overloaded deployment. */
export const gatewayStatuses = [502, 503, 504];

/** The target of a request, and how long the suite keeps trying after 429s. */
export interface PatientTarget extends Target {
  /** Maximum total number of milliseconds to wait after 429s. */
  maxWait: number;
}

/**
 * Sends a request. After a 429, waits and sends it again; after a gateway error, sends it again up to three times.
 * @throws CaseInconclusive if no response comes, or the 429s do not stop
 */
export async function sendPatiently(wire: Wire, target: PatientTarget, spec: RequestSpec): Promise<Exchange> {
  let waited = 0;
  let stumbles = 0;
  let refusals = 0;
  for (;;) {
    const exchange = await sendOnce(wire, target, spec);
    const status = exchange.answer?.status ?? 0;
    // A single gateway error proves nothing about the deployment behind the gateway.
    if (gatewayStatuses.includes(status) && stumbles < 3) {
      wire.hold(100 * ++stumbles);
      continue;
    }
    if (status !== 429) return exchange;
    // Makes each wait longer than the previous one, because a limiter may otherwise refuse every second request of a fast client.
    const asked = retryAfter(exchange);
    const wait = Math.min(asked * 2 ** refusals++, Math.max(asked, target.maxWait / 4));
    // Unless one wait is too long, makes at least three attempts: a limiter may refuse the same request twice by chance.
    if (wait > target.maxWait || (waited + wait > target.maxWait && refusals > 2)) {
      const what =
        waited > 0
          ? `still returns 429 after waiting ${waited / 1000} s`
          : `returns 429 and asks to wait ${Math.round(wait / 1000)} s, longer than ${target.maxWait / 1000} s`;
      throw new CaseInconclusive(`${spec.method} ${spec.path} ${what} (--max-wait).`);
    }
    // A 429 that asks for a wait of less than a second does not mean that the suite is too fast.
    if (asked < 1000) wire.hold(wait);
    else wire.slowDown(wait);
    waited += wait;
  }
}

/** Sends a request once, and returns any response. @throws CaseInconclusive if none comes, or its body cannot be decoded */
export async function sendOnce(wire: Wire, target: Target, spec: RequestSpec): Promise<Exchange> {
  const exchange = await wire.send(target, spec);
  const packed = exchange.answer?.packed;
  if (packed !== undefined)
    throw new CaseInconclusive(
      `The response to ${spec.method} ${spec.path} has Content-Encoding: ${packed}, which the suite cannot unpack with Node.js ${process.version}: turn that coding off for it.`,
    );
  if (exchange.failure === undefined) return exchange;
  const error = new CaseInconclusive(`${spec.method} ${spec.path}: ${exchange.failure}.`);
  const again: CaseInconclusive['again'] = (change) => wire.send(target, { ...spec, ...change });
  throw Object.assign(error, { unanswered: exchange, again });
}

/** Returns how many milliseconds a 429 asks the suite to wait. Default: one second. */
function retryAfter({ answer: response }: Exchange): number {
  const value = (response && responseHeader(response, 'retry-after')) ?? '1';
  // If Retry-After contains a date, it is compared with the Date header, because the deployment's clock may be years off.
  const said = readHttpDate((response && responseHeader(response, 'date')) ?? '');
  const seconds = readRetryAfter(value, said) ?? 1;
  return Math.max(seconds * 1000, 100);
}
