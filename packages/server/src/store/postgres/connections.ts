import { setTimeout as wait } from 'node:timers/promises';
import { Client, Pool, type QueryResultRow } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { clientConfig, isPooled, patience } from './client-config.ts';
import { isCrowded, isEnding, isReadOnly, isUndone, translateDatabaseError } from './database-error.ts';
import { farewell, type Sender, type Statement } from './sender.ts';

/** The number of connections that single statements share. */
export const lineCount = 4;

/**
 * The time in milliseconds for which a line sends nothing after the server had no connection left for it. Other lines
 * send its statements.
 */
const crowdedFor = 1_000;

/**
 * Sends statements over a few connections. A statement does not wait for earlier ones to end. Each connection prepares
 * a statement once, under its name.
 */
function openLines(url: string): Sender {
  const lines = Array.from({ length: lineCount }, () => openLine(url));
  const findFree = () => lines.filter((line) => !line.isCrowdedOut());
  const send: Sender['send'] = async (statement, values) => {
    const free = findFree();
    const line = (free.length > 0 ? free : lines).reduce((best, one) => (one.busy() < best.busy() ? one : best));
    try {
      return await line.send(statement, values);
    } catch (error) {
      // Another line sends the statement, if one is available.
      if (isCrowded(error) && findFree().length > 0) return send(statement, values);
      // Reconnects, because a standby accepts no writes: the host name leads to the new primary.
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
    // Stops waiting after a while, because an unresponsive database does not confirm the end of the connection.
    if (client) await Promise.race([client.end(), wait(farewell, undefined, { ref: false })]);
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

/** The number of connections to a pooler. Each runs one statement at a time. */
const most = 8;

/**
 * Sends statements to a pooler: unnamed, and on each connection only after the previous one has ended. PgBouncer 1.18
 * confuses pipelined statements, because it takes the end of one for the end of all.
 */
function openPool(url: string): Sender {
  let pool = makePool(url);
  const end = async (old: Pool) => {
    // Stops waiting after a while, because an unresponsive database does not confirm the end of the connection.
    await Promise.race([old.end(), wait(farewell, undefined, { ref: false })]);
  };
  return {
    send: async ({ text }, values) => {
      try {
        return (await pool.query({ text, values: [...values] })).rows;
      } catch (error) {
        // Reconnects, because a standby accepts no writes: the host name leads to the new primary.
        if (isReadOnly(error)) {
          const old = pool;
          pool = makePool(url);
          void end(old);
        }
        throw error;
      }
    },
    close: () => end(pool),
  };
}

function makePool(url: string): Pool {
  const pool = new Pool({ ...clientConfig(url), max: most, idleTimeoutMillis: 0, query_timeout: patience });
  // Ignored: the pool replaces a connection that breaks while idle.
  pool.on('error', () => undefined);
  return pool;
}

/** How often a statement is repeated after it lost a conflict with another statement. */
const repetitions = 10;

/** Connections to a database. They run single statements. */
export interface Connections {
  /**
   * Runs one statement in a transaction of its own, and returns its rows.
   * @throws StoreUnavailableError when the database is unavailable; the error says whether the statement may have been executed
   */
  run<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Completes the statements in progress, and closes all connections. */
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
