import type { Server } from 'node:http';
import type { Work } from '../work.ts';
import { startBare } from './bare.ts';
import { startExpress } from './express.ts';
import { startFastify } from './fastify.ts';
import { startKoaOpenapiBackend } from './koa-openapi-backend.ts';

/** A server that does the same work with other means. */
export interface Peer {
  /** Makes the server, which does not listen yet. */
  start: (work: Work) => Promise<Server>;
  /** True when a create is on disk before its response. The others commit as better-sqlite3 opens a database: a power cut may lose the last. */
  durable: boolean;
}

/** The peer that durable creates are compared with. */
export const durablePeer = 'fastify, durable';

/** Each peer by name. */
export const peers: Readonly<Record<string, Peer>> = {
  'bare node:http': { start: startBare, durable: false },
  fastify: { start: startFastify, durable: false },
  'koa + openapi-backend (README)': { start: startKoaOpenapiBackend, durable: false },
  'express + express-openapi-validator': { start: startExpress, durable: false },
  [durablePeer]: { start: startFastify, durable: true },
};
