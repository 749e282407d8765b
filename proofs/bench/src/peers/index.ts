import type { Server } from 'node:http';
import { startBare } from './bare.ts';
import { startFastify } from './fastify.ts';
import { startKoaOpenapiBackend } from './koa-openapi-backend.ts';
import { openPostgresBooks } from './postgres-books.ts';
import { openSqliteBooks } from './sqlite-books.ts';
import { openWork, type Work } from './work.ts';

/** A server that does the same work as the other peers, with a different framework or database. */
export interface Peer {
  /** Creates the server without starting to listen. */
  start: (work: Work) => Promise<Server>;
  /** Opens the peer's database, in DATA_DIR or at DATABASE_URL, and prepares its work. */
  openWork: (env: Readonly<Record<string, string | undefined>>) => Promise<Work>;
}

type OpenWork = Peer['openWork'];

/** Uses better-sqlite3's default durability, with which a power cut may lose the last commits. */
const relaxed: OpenWork = ({ DATA_DIR = '.' }) => openWork((token) => openSqliteBooks(DATA_DIR, false, token));
/** Writes each create to disk before its response. */
const durable: OpenWork = ({ DATA_DIR = '.' }) => openWork((token) => openSqliteBooks(DATA_DIR, true, token));
const onPostgres: OpenWork = ({ DATABASE_URL = '' }) => openWork((token) => openPostgresBooks(DATABASE_URL, token));

export const peers: Readonly<Record<string, Peer>> = {
  'bare node:http': { start: startBare, openWork: relaxed },
  fastify: { start: startFastify, openWork: relaxed },
  'fastify, durable': { start: startFastify, openWork: durable },
  'fastify, pg': { start: startFastify, openWork: onPostgres },
  'koa + openapi-backend (README)': { start: startKoaOpenapiBackend, openWork: relaxed },
};
