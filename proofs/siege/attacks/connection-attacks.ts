import { connect } from 'node:net';
import type { Attack } from '../attack.ts';
import { flood, writeRequest } from '../flood.ts';

/** Attacks with floods of connections, and with deliberately slow clients. */
export const connectionAttacks: readonly Attack[] = [
  {
    name: 'silent-connections',
    what: 'opens 600 connections and says nothing',
    run: (tools) => flood(tools, { connections: 600, batch: () => ({ bytes: Buffer.from('G'), responses: 1 }) }),
    // The attacker sends almost no bytes.
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
    // Each byte wakes the server up.
    limits: { ratio: 200 },
  },
  {
    name: 'slow-readers',
    what: 'asks for the docs on 200 connections and reads nothing',
    run: (tools) => {
      const request = writeRequest('/docs/');
      return flood(tools, { connections: 200, reads: false, batch: () => ({ bytes: request, responses: 1 }) });
    },
    // Each response fills the operating system's buffers, while the attack sends only four kilobytes in total.
    limits: { ratio: 150 },
  },
];
