import { connect } from 'node:net';
import type { Attack, SiegeTools, SiegeYield } from '../attack.ts';
import { flood, writeRequest } from '../flood.ts';

/** Attacks with floods of connections, and with deliberately slow clients. */
export const connectionAttacks: readonly Attack[] = [
  {
    name: 'silent-connections',
    what: 'opens 600 connections and says nothing',
    run: (tools) => flood(tools, { connections: 600, batch: () => ({ bytes: Buffer.from('G'), responses: 1 }) }),
    // No limit per kilobyte, because the attacker sends almost nothing.
    limits: { ratio: Number.POSITIVE_INFINITY },
  },
  {
    name: 'short-connections',
    what: 'opens connections as fast as it can, one request each',
    run: (tools) => {
      const request = writeRequest('/healthz', { head: ['Connection: close'] });
      return flood(tools, { connections: 16, batch: () => ({ bytes: request, responses: 1 }) });
    },
  },
  {
    name: 'slow-writers',
    what: 'sends the headers of 200 requests byte by byte',
    run: async (tools) => {
      const { target, signal } = tools;
      const request = writeRequest('/', { head: [`X-Slow: ${'a'.repeat(4_000)}`] });
      const sockets = Array.from({ length: 200 }, () => connect(target.port, target.host).on('error', () => undefined));
      let at = 0;
      const dripping = setInterval(() => {
        for (const socket of sockets) socket.write(request.subarray(at, at + 1));
        at += 1;
      }, 20);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      clearInterval(dripping);
      for (const socket of sockets) socket.destroy();
      return { bytes: at * sockets.length };
    },
    // A higher limit per kilobyte, because the server has to wake up for every single byte.
    limits: { ratio: 200 },
  },
  {
    name: 'slow-readers',
    what: 'asks for the docs on 200 connections and reads nothing',
    seconds: 10,
    run: readSlowly,
    // A higher limit per kilobyte, because the attack sends very little: a short request on each connection, and seven
    // kilobytes in total.
    limits: { ratio: 75 },
  },
];

/** How long requests are sent while no response is read, in milliseconds. */
const unreadTime = 3_000;

/**
 * Requests responses as long as the docs from a bare server in the target's process, then the docs from the target, and reads
 * none of them. `spared` contains the bare server's CPU time twice: once because the target's process spent it, and once because
 * any server would need as much to send the docs. Most of it goes into filling the operating system's buffers.
 */
async function readSlowly(tools: SiegeTools): Promise<SiegeYield> {
  const { target, signal } = tools;
  const meter = await target.openMeter();
  const ask = async (port: number, path: string) => {
    const before = await meter.read();
    const besieged = {
      ...tools,
      target: { ...target, port },
      signal: AbortSignal.any([signal, AbortSignal.timeout(unreadTime)]),
    };
    const batch = () => ({ bytes: writeRequest(path), responses: 1 });
    const { bytes } = await flood(besieged, { connections: 200, reads: false, batch });
    return { bytes, cpu: (await meter.read()) - before };
  };
  try {
    const before = await meter.read();
    // Requests the docs once in advance, because the server loads and compresses them at the first request.
    const docs = await fetch(`${target.baseUrl}/docs/`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    const bare = await ask(meter.barePort, `/${docs.headers.get('content-length')}`);
    const spared = (await meter.read()) - before + bare.cpu;
    const { bytes, cpu } = await ask(target.port, '/docs/');
    const remark = `${((1024 * cpu) / bytes).toFixed(0)} ms/KB where a bare server needs ${((1024 * bare.cpu) / bytes).toFixed(0)}`;
    return { bytes, spared, remark };
  } finally {
    meter.end();
  }
}
