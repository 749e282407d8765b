import { setTimeout as wait } from 'node:timers/promises';
import { Client, Pool, type QueryResultRow } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { clientConfig, isPooled, patience } from './client-config.ts';
import { isCrowded, isEnding, isReadOnly, isUndone, translateDatabaseError } from './database-error.ts';
import type { Sender, Statement } from './sender.ts';

/** The number of connections for single statements. */
export const lineCount = 4;

/** How long to wait, in milliseconds, before retrying a connection that was refused because too many were open. */
const crowdedFor = 1_000;

/** Makes a sender with a few connections. Each prepares a statement only once, and sends it without waiting for earlier ones. */
function openLines(url: string): Sender {
  const lines = Array.from({ length: lineCount }, () => openLine(url));
  const findFree = () => lines.filter((line) => !line.isCrowdedOut());
  const send: Sender['send'] = async (statement, values) => {
    const free = findFree();
    const line = (free.length > 0 ? free : lines).reduce((best, one) => (one.busy() < best.busy() ? one : best));
    try {
      return await line.send(statement, values);
    } catch (error) {
      // Another connection sends the statement, if one is available.
      if (isCrowded(error) && findFree().length > 0) return send(statement, values);
      // Reconnects, because this PostgreSQL server accepts no more writes. Its host name will lead to the new primary server.
      if (isReadOnly(error) || isEnding(error)) line.drop();
      throw error;
    }
  };
  return {
    send,
    close: async () => {
      await Promise.all(lines.map((line) => line.close()));
    },
  };
}

function openLine(url: string) {
  let connecting: Promise<Client> | undefined;
  let isClosed = false;
  let busy = 0;
  let crowdedAt = Number.NEGATIVE_INFINITY;
  const connect = (): Promise<Client> => {
    if (connecting) return connecting;
    const client = new Client({ ...clientConfig(url), pipeline: true, query_timeout: patience });
    const made = client.connect().then(() => client);
    const forget = () => {
      if (connecting === made) connecting = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    made.catch((error) => {
      forget();
      if (isCrowded(error)) crowdedAt = performance.now();
    });
    connecting = made;
    return made;
  };
  const drop = async () => {
    const ending = connecting;
    connecting = undefined;
    const client = await ending?.catch(() => undefined);
    if (client) await end(client);
  };
  return {
    busy: () => busy,
    isCrowdedOut: () => performance.now() - crowdedAt < crowdedFor,
    send: async <Row extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> => {
      if (isClosed) throw new StoreUnavailableError('The database is closed.');
      busy += 1;
      try {
        const client = await connect();
        return (await client.query<Row>({ name, text, values: [...values] })).rows;
      } finally {
        busy -= 1;
      }
    },
    drop: () => void drop(),
    close: async () => {
      isClosed = true;
      await drop();
    },
  };
}

/** Closes connections. Waits for at most a second, because an unresponsive database does not confirm that they have ended. */
async function end(connections: Client | Pool): Promise<void> {
  await Promise.race([connections.end(), wait(1_000, undefined, { ref: false })]);
}

/** The maximum number of connections to a pooler. Each runs one statement at a time. */
const most = 8;

/**
 * Makes a sender for a pooler: without prepared statements, and with one statement at a time on each connection, because
 * PgBouncer 1.18 mistakes the end of the first of several statements for the end of all.
 */
function openPool(url: string): Sender {
  let pool = makePool(url);
  return {
    send: async ({ text }, values) => {
      try {
        return (await pool.query({ text, values: [...values] })).rows;
      } catch (error) {
        // Reconnects, because this PostgreSQL server accepts no more writes. Its host name will lead to the new primary server.
        if (isReadOnly(error)) {
          void end(pool);
          pool = makePool(url);
        }
        throw error;
      }
    },
    close: () => end(pool),
  };
}

function makePool(url: string): Pool {
  const pool = new Pool({ ...clientConfig(url), max: most, idleTimeoutMillis: 0, query_timeout: patience });
  // This error is ignored, because the pool replaces a connection that breaks while it is idle.
  pool.on('error', () => undefined);
  return pool;
}

/** How many times a statement is repeated if it loses conflicts with other statements. */
const repetitions = 10;

/** Connections to a database, for single statements. */
export interface Connections {
  /** Runs a statement in its own transaction. Throws a StoreUnavailableError, with `mayBeDone` if it may have been executed. */
  run<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Waits for the statements in progress, and closes all connections. */
  close(): Promise<void>;
}

/** Opens connections to a database, or to the pooler in front of it. */
export function openConnections(url: string): Connections {
  const sender = isPooled(url) ? openPool(url) : openLines(url);
  return {
    run: async (statement, values = []) => {
      for (let time = 1; ; time++) {
        try {
          return await sender.send(statement, values);
        } catch (error) {
          if (!isUndone(error) || time > repetitions) throw translateDatabaseError(error, statement.changesInvoices);
          await wait(Math.random() * 2 ** Math.min(time, 6));
        }
      }
    },
    close: sender.close,
  };
}
