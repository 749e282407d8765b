import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig, type QueryResultRow, types } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { isReadOnly, isUndone, translateDatabaseError } from './database-error.ts';

/** The longest that a statement, or a connection that is made for it, may take, in milliseconds. */
const patience = 4_000;
/** The longest that closing a connection waits for the database, in milliseconds. */
const farewell = 1_000;
/** Connections that single statements share. */
const lineCount = 4;
/** Times that a statement that lost against another one is run again. */
const repetitions = 10;

/**
 * Settings of each connection. The planner never has a reason to read a whole table here, but it thinks so of one that is still
 * small, and goes on with that plan for minutes while it grows.
 */
const sessionSettings = {
  statement_timeout: patience,
  lock_timeout: patience,
  idle_in_transaction_session_timeout: patience,
  default_transaction_isolation: 'read\\ committed',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};

/** A statement that each connection prepares once, under its name. */
export interface Statement {
  name: string;
  text: string;
}

/** Connections to a database, for single statements. */
export interface Connections {
  /**
   * Runs one statement, which is a transaction of its own, and returns its rows.
   * @throws StoreUnavailableError when the database is away; the statement may have been done then
   */
  run<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
  /** Completes what was begun, and closes all connections. */
  close(): Promise<void>;
}

/**
 * Tells whether a pooler that gives each transaction another connection stands in front of the database: nothing may be left in a
 * connection then, neither settings nor prepared statements. The word is Prisma's, and stands in URLs that hosters hand out.
 */
export function isPooled(url: string): boolean {
  return new URL(url).searchParams.get('pgbouncer') === 'true';
}

/** Makes the settings of a client. Whole numbers of 8 bytes are read as numbers: cents and milliseconds are far from the limit. */
export function clientConfig(url: string): ClientConfig {
  // An operator's come last, and win.
  const own = new URL(url).searchParams.get('options');
  const settings = isPooled(url) ? {} : sessionSettings;
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: url,
    options: [...options, own].filter((text) => text !== null).join(' ') || undefined,
    application_name: 'payment-invoice',
    connectionTimeoutMillis: patience,
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === types.builtins.INT8 && format !== 'binary'
          ? Number
          : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  };
}

/** Opens connections as they are needed, and again when they have broken. */
export function openConnections(url: string): Connections {
  const lines = Array.from({ length: lineCount }, () => openLine(url));
  const runOnce = async <Row extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> => {
    const line = lines.reduce((best, one) => (one.busy() < best.busy() ? one : best));
    try {
      return await line.run<Row>(name, text, values);
    } catch (error) {
      // A standby takes no writes; by its name, the new primary is found.
      if (isReadOnly(error)) line.drop();
      throw error;
    }
  };
  return {
    run: async (statement, values = []) => {
      for (let time = 1; ; time++) {
        try {
          return await runOnce(statement, values);
        } catch (error) {
          if (!isUndone(error) || time > repetitions) throw translateDatabaseError(error);
          await wait(Math.random() * 2 ** Math.min(time, 6));
        }
      }
    },
    close: async () => {
      await Promise.all(lines.map((line) => line.close()));
    },
  };
}

/** One connection. Statements are sent without waiting for those before. */
function openLine(url: string) {
  const isNamed = !isPooled(url);
  let connecting: Promise<Client> | undefined;
  let isClosed = false;
  let busy = 0;
  const connect = (): Promise<Client> => {
    if (connecting) return connecting;
    const client = new Client({ ...clientConfig(url), pipeline: true, query_timeout: patience });
    const made = client.connect().then(() => client);
    const forget = () => {
      if (connecting === made) connecting = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    made.catch(forget);
    connecting = made;
    return made;
  };
  const drop = async () => {
    const ending = connecting;
    connecting = undefined;
    const client = await ending?.catch(() => undefined);
    // A database that answers nothing does not say goodbye either.
    if (client) await Promise.race([client.end(), wait(farewell, undefined, { ref: false })]);
  };
  return {
    busy: () => busy,
    run: async <Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> => {
      if (isClosed) throw new StoreUnavailableError('The database is closed.');
      busy += 1;
      try {
        const client = await connect();
        return (await client.query<Row>({ ...(isNamed && { name }), text, values: [...values] })).rows;
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
