import { type Exchange, type RequestSpec, responseHeader } from '../http/exchange.ts';
import type { Target } from '../http/send-request.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { readHttpDate, readRetryAfter } from '../text/read-time.ts';
import type { Wire } from './wire.ts';

/** Statuses of a gateway between the suite and the deployment, or of a deployment that is overloaded. */
export const gatewayStatuses = [502, 503, 504];

/** The target of a request, and how long a 429 may keep it waiting. */
export interface PatientTarget extends Target {
  /** Longest wait for a 429 to end, milliseconds in all. */
  maxWait: number;
}

/**
 * Sends a request, again after a 429 that says how long to wait, and up to three times more after a gateway's response.
 * @throws CaseInconclusive where no response comes, or the 429 does not end
 */
export async function sendPatiently(wire: Wire, target: PatientTarget, spec: RequestSpec): Promise<Exchange> {
  let waited = 0;
  let stumbles = 0;
  let refusals = 0;
  for (;;) {
    const exchange = await sendOnce(wire, target, spec);
    const status = exchange.answer?.status ?? 0;
    // A gateway that stumbles once says nothing about the deployment behind it.
    if (gatewayStatuses.includes(status) && stumbles < 3) {
      wire.hold(100 * ++stumbles);
      continue;
    }
    if (status !== 429) return exchange;
    // More slowly each time: a limiter that counts requests would refuse every other one of a hurried client.
    const asked = retryAfter(exchange);
    const wait = Math.min(asked * 2 ** refusals++, Math.max(asked, target.maxWait / 4));
    // A limiter may refuse the same request twice by chance, so three tries are made however long each asks to wait.
    if (wait > target.maxWait || (waited + wait > target.maxWait && refusals > 2)) {
      const what =
        waited > 0
          ? `still returns 429 after waiting ${waited / 1000} s`
          : `returns 429 and asks to wait ${Math.round(wait / 1000)} s, longer than ${target.maxWait / 1000} s`;
      throw new CaseInconclusive(`${spec.method} ${spec.path} ${what} (--max-wait).`);
    }
    // One that may be sent again at once was not too fast.
    if (asked < 1000) wire.hold(wait);
    else wire.slowDown(wait);
    waited += wait;
  }
}

/**
 * Sends a request once; a 429 and a gateway's response are returned like any other.
 * @throws CaseInconclusive where no response comes, or one that cannot be unpacked
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

/** Returns the milliseconds that a 429 asks to wait; a second where it does not say. */
function retryAfter({ answer: response }: Exchange): number {
  const value = (response && responseHeader(response, 'retry-after')) ?? '1';
  // By the deployment's own clock, which may be years off.
  const said = readHttpDate((response && responseHeader(response, 'date')) ?? '');
  const seconds = readRetryAfter(value, said) ?? 1;
  return Math.max(seconds * 1000, 100);
}
