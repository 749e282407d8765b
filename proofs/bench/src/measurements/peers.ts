import { ours } from '../servers/our-server.ts';
import { planPeer } from '../servers/subject.ts';
import { compareServers } from './compare-servers.ts';
import type { Measurement } from './measurement.ts';

const fast = ['this server', 'fastify', 'fastify again', 'koa + openapi-backend (README)', 'bare node:http'];

/** Sends the same requests to this server and to each peer. */
export const peers: Measurement = {
  title: 'fetch and create beside servers that do the same work',
  run: (settings, place, begin) =>
    compareServers(
      {
        plans: [
          ours,
          planPeer('fastify'),
          planPeer('fastify', 'fastify again'),
          planPeer('fastify, durable'),
          planPeer('koa + openapi-backend (README)'),
          planPeer('bare node:http'),
        ],
        twins: ['fastify', 'fastify again'],
        points: [
          { title: 'fetch, 1 connection', operation: 'fetch', connections: 1, servers: fast },
          { title: 'fetch, 32 connections', operation: 'fetch', connections: 32, servers: fast },
          {
            title:
              'create with a key, 1 connection. Here each is on disk before its response, as those of "fastify, durable" are: compare with it. The others do not wait for the disk.',
            operation: 'create',
            connections: 1,
          },
          {
            title: 'create with a key, 32 connections. On disk before the response: this server and "fastify, durable".',
            operation: 'create',
            connections: 32,
          },
        ],
      },
      settings,
      place,
      (describe) => begin(() => ({ tables: describe(), remarks: [] })),
    ),
};
