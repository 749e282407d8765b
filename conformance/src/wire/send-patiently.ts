import { type Exchange, type RequestSpec, responseHeader } from '../http/exchange.ts';
import type { Target } from '../http/send-request.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { readHttpDate, readRetryAfter } from '../text/read-time.ts';
import type { Wire } from './wire.ts';

/** Statuses that come from a gateway between the suite and the deployment, or from an overloaded deployment. */
export const gatewayStatuses = [502, 503, 504];

/** The target of a request, and how long a 429 may keep it waiting. */
export interface PatientTarget extends Target {
  /** Longest total wait for a 429 to end, in milliseconds. */
  maxWait: number;
}

/**
 * Sends a request. Sends it again after each 429, when the wait is over, and up to three times after a gateway error.
 * @throws CaseInconclusive if no response comes, or the 429 does not end
 */
export async function sendPatiently(wire: Wire, target: PatientTarget, spec: RequestSpec): Promise<Exchange> {
  let waited = 0;
  let stumbles = 0;
  let refusals = 0;
  for (;;) {
    const exchange = await sendOnce(wire, target, spec);
    const status = exchange.answer?.status ?? 0;
    // A single gateway error says nothing about the deployment behind it.
    if (gatewayStatuses.includes(status) && stumbles < 3) {
      wire.hold(100 * ++stumbles);
      continue;
    }
    if (status !== 429) return exchange;
    // Waits longer each time, because a limiter that counts requests would refuse every second request of a hurried client.
    const asked = retryAfter(exchange);
    const wait = Math.min(asked * 2 ** refusals++, Math.max(asked, target.maxWait / 4));
    // A limiter may refuse the same request twice by chance, so it is tried three times however long each 429 asks to wait.
    if (wait > target.maxWait || (waited + wait > target.maxWait && refusals > 2)) {
      const what =
        waited > 0
          ? `still returns 429 after waiting ${waited / 1000} s`
          : `returns 429 and asks to wait ${Math.round(wait / 1000)} s, longer than ${target.maxWait / 1000} s`;
      throw new CaseInconclusive(`${spec.method} ${spec.path} ${what} (--max-wait).`);
    }
    // A 429 that ends within a second does not mean that the suite sends too fast.
    if (asked < 1000) wire.hold(wait);
    else wire.slowDown(wait);
    waited += wait;
  }
}

/**
 * Sends a request once. A 429 or a gateway error is returned like any other response.
 * @throws CaseInconclusive if no response comes, or if it cannot be unpacked
 */
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

/** Returns how many milliseconds a 429 asks to wait; one second by default. */
function retryAfter({ answer: response }: Exchange): number {
  const value = (response && responseHeader(response, 'retry-after')) ?? '1';
  // A date in Retry-After is relative to the deployment's own clock, which may be years off.
  const said = readHttpDate((response && responseHeader(response, 'date')) ?? '');
  const seconds = readRetryAfter(value, said) ?? 1;
  return Math.max(seconds * 1000, 100);
}
