import { connect } from 'node:net';
import type { Attack, SiegeTools } from '../attack.ts';
import { writeRequest } from '../flood.ts';
import { readCpu } from '../read-process.ts';

/** Requests that are measured of each kind. */
const times = 300;
/** The most that a request without a token may cost, in authenticated fetches. */
const most = 2;

/** Sends a request again and again over one connection, and returns the CPU of one, in milliseconds. */
async function costOf({ target, signal }: SiegeTools, request: Buffer): Promise<{ cost: number; bytes: number }> {
  const socket = connect(target.port, target.host);
  let left = times;
  let before = readCpu(target.pid);
  await new Promise<void>((resolve) => {
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk) => {
      // Counted by their heads: none is in a body of ours.
      for (let at = chunk.indexOf('HTTP/1.1 '); at >= 0; at = chunk.indexOf('HTTP/1.1 ', at + 9)) {
        left -= 1;
        // The first ones warm up.
        if (left === times - 20) before = readCpu(target.pid);
        if (left > 0 && !signal.aborted) socket.write(request);
      }
      if (left <= 0) socket.end();
    });
    socket.on('error', () => resolve()).on('close', () => resolve());
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
  });
  const done = times - 20 - Math.max(0, left);
  return { cost: done > 0 ? (readCpu(target.pid) - before) / done : 0, bytes: request.length * (times - left) };
}

/** The requests without a token that are tried; the search changes those that cost most. */
function candidates(invoiceId: string): Record<string, Buffer> {
  const get = (path: string, ...head: string[]) => writeRequest(path, { head });
  return {
    'payment page': get(`/pay/${invoiceId}`),
    'payment page, stay': get(`/pay/${invoiceId}?stay&after=late`),
    'receipt form': get(`/pay/${invoiceId}/receipt`),
    'unknown payment page': get(`/pay/inv_${'a'.repeat(200)}`),
    status: get(`/pay/${invoiceId}/status`),
    problem: get('/problems/validation_failed'),
    'unknown problem': get(`/problems/${'%3C'.repeat(80)}`),
    'docs, unchanged': get('/docs/', 'If-None-Match: "x"', 'Accept-Encoding: gzip'),
    metrics: get('/metrics'),
    readiness: get('/readyz'),
    'many headers': get('/healthz', ...Array.from({ length: 300 }, (_, i) => `X-${i}: ${i}`)),
    'long path': get(`/${'a/'.repeat(4_000)}`),
    'long query': get(`/pay/${invoiceId}?${'a=b&'.repeat(2_500)}`),
    'long cookie': get(`/pay/${invoiceId}`, `Cookie: ${'a=b; '.repeat(2_500)}`),
    'two tokens': get('/api/v1/payments/fetch', `Authorization: ${'Bearer a, '.repeat(1_000)}`),
    'wrong method': writeRequest('/api/v1/payments/fetch', { method: 'DELETE' }),
  };
}

/** Searches for a request that costs the server much more than its sender. */
export const costlyRequests: Attack = {
  name: 'costly-requests',
  what: `searches for a request without a token that costs more than ${most} authenticated fetches`,
  seconds: 60,
  limits: { ratio: Number.POSITIVE_INFINITY },
  run: async (tools) => {
    const { target } = tools;
    const head = [`Authorization: Bearer ${target.token}`, 'Content-Type: application/json'];
    const body = JSON.stringify({ invoiceId: target.invoiceId });
    const fetchOne = writeRequest('/api/v1/payments/fetch', { method: 'POST', head, body });
    await costOf(tools, fetchOne);
    let bytes = 0;
    const found: { name: string; cost: number }[] = [];
    for (const [name, request] of Object.entries(candidates(target.invoiceId))) {
      // Beside a fetch of the same moment: the machine is not the same all the time.
      const plain = await costOf(tools, fetchOne);
      const tried = await costOf(tools, request);
      bytes += plain.bytes + tried.bytes;
      if (tools.signal.aborted) break;
      found.push({ name, cost: tried.cost / plain.cost });
    }
    const sorted = found.toSorted((a, b) => b.cost - a.cost);
    const findings = sorted
      .filter(({ cost }) => cost > most)
      .map(({ name, cost }) => `${name} costs ${cost.toFixed(1)} authenticated fetches`);
    const [first] = sorted;
    return { bytes, findings, remark: first ? `${first.name} ${first.cost.toFixed(1)} ×` : '' };
  },
};
