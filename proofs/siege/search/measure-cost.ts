import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { SiegeTools } from '../attack.ts';
import type { CpuMeter } from './cpu-meter.ts';

/** Milliseconds after which a response counts as missing. */
const patience = 5_000;

export interface Cost {
  /** CPU time of the server, in milliseconds. */
  cost: number;
  /** The size of the last response with its head, in bytes; 0 if the response was incomplete. */
  received: number;
}

/** Sends a request `times` times, one after another, and returns the average cost of one. */
export async function measureCost(
  { target: { host, port: own }, signal }: SiegeTools,
  meter: CpuMeter,
  request: Buffer,
  times: number,
  port = own,
): Promise<Cost> {
  let socket: Socket | undefined;
  const isHead = request.subarray(0, 5).toString() === 'HEAD ';
  const before = await meter.read();
  let sent = 0;
  let received = 0;
  while (sent < times && !signal.aborted) {
    if (!socket || socket.destroyed || !socket.writable) socket = connect(port, host).on('error', () => undefined);
    socket.write(request);
    sent += 1;
    const response = await readResponse(socket, isHead);
    received = response.received;
    if (!response.isReusable) socket.destroy();
  }
  socket?.destroy();
  return { cost: ((await meter.read()) - before) / Math.max(1, sent), received };
}

/** Reads one response to its end. Returns whether the connection can be used again. */
async function readResponse(socket: Socket, isHead: boolean): Promise<{ isReusable: boolean; received: number }> {
  const chunks: Buffer[] = [];
  let length = 0;
  let whole: number | undefined;
  const patient = setTimeout(() => socket.destroy(), patience);
  try {
    for (;;) {
      const [chunk] = (await once(socket, 'data', { signal: endOf(socket) })) as [Buffer];
      chunks.push(chunk);
      length += chunk.length;
      whole ??= lengthOf(Buffer.concat(chunks).toString('latin1'), isHead);
      if (whole === Number.POSITIVE_INFINITY) return { isReusable: false, received: 0 };
      if (whole !== undefined && length >= whole)
        return { isReusable: !/\r\nconnection: close/i.test(chunks[0]?.toString('latin1') ?? ''), received: length };
    }
  } catch {
    return { isReusable: false, received: 0 };
  } finally {
    clearTimeout(patient);
  }
}

/**
 * Returns the length of a response with its head: infinite if the head does not state a length, undefined if the head is
 * incomplete.
 */
function lengthOf(text: string, isHead: boolean): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  if (isHead || /^HTTP\/1.1 (?:1..|204|304)/.test(head)) return end + 4;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  return length === undefined ? Number.POSITIVE_INFINITY : end + 4 + Number(length);
}

const ends = new WeakMap<Socket, AbortSignal>();

/** Returns a signal that is aborted when a connection ends. */
function endOf(socket: Socket): AbortSignal {
  let signal = ends.get(socket);
  if (!signal) {
    const controller = new AbortController();
    socket.once('close', () => controller.abort());
    signal = controller.signal;
    ends.set(socket, signal);
  }
  return signal;
}
