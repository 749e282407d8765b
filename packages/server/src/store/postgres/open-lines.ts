import { setTimeout as wait } from 'node:timers/promises';
import { Client, type QueryResultRow } from 'pg';
import { StoreUnavailableError } from '../store-unavailable-error.ts';
import { clientConfig, patience } from './client-config.ts';
import { isEnding, isReadOnly } from './database-error.ts';
import { farewell, type Sender, type Statement } from './sender.ts';

/** Connections that single statements share. */
const lineCount = 4;

/** Sends statements over a few connections, without waiting for those before; each is prepared once, under its name. */
export function openLines(url: string): Sender {
  const lines = Array.from({ length: lineCount }, () => openLine(url));
  return {
    send: async (statement, values) => {
      const line = lines.reduce((best, one) => (one.busy() < best.busy() ? one : best));
      try {
        return await line.send(statement, values);
      } catch (error) {
        // A standby takes no writes; by its name, the new primary is found.
        if (isReadOnly(error) || isEnding(error)) line.drop();
        throw error;
      }
    },
    close: async () => {
      await Promise.all(lines.map((line) => line.close()));
    },
  };
}

function openLine(url: string) {
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
