import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, makeToken } from '@payment-invoice/kit/tokens';
import { describesNoEvent, openStore } from '../../../packages/server/src/store/open-store.ts';
import { prepareDatabase } from '../../../packages/server/src/store/postgres/prepare-database.ts';
import { StoreUnavailableError } from '../../../packages/server/src/store/store-unavailable-error.ts';
import { type Network, openNetwork } from '../../../packages/server/testing/postgres/open-network.ts';
import {
  nameOfServer,
  type ThrowawayDatabase,
  type ThrowawayPostgres,
} from '../../../packages/server/testing/postgres/throwaway-postgres.ts';
import { type Control, makeRewriter, type Rewriter } from '../controls.ts';
import { type Subject, startSubject } from './start-subject.ts';

/** SQL that makes the database record each change to a lease. It identifies servers by the names of their connections. */
const leaseLog = `
CREATE TABLE storm_leases (
  number bigint GENERATED ALWAYS AS IDENTITY, event text, at float8, by text,
  old_owner text, old_end bigint, new_owner text, new_end bigint, is_settled boolean
);
CREATE FUNCTION storm_note_lease() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.leased_by IS NOT NULL OR NEW.leased_by IS NOT NULL THEN
    INSERT INTO storm_leases (event, at, by, old_owner, old_end, new_owner, new_end, is_settled)
    VALUES (NEW.id, extract(epoch FROM clock_timestamp()) * 1000, current_setting('application_name'),
      OLD.leased_by, OLD.next_at, NEW.leased_by, NEW.next_at, NEW.settled_at IS NOT NULL);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER storm_note_lease AFTER UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION storm_note_lease()`;

/** Number of submissions for one invoice that are accepted within a minute. */
export const submitsPerInvoice = 40;

/** Servers on one database, each behind a separate network proxy. */
export interface Stage {
  servers: readonly Subject[];
  networks: readonly Network[];
  database: ThrowawayDatabase;
  rewriter: Rewriter;
  /** Kills the servers and closes the networks, but keeps the database. */
  clear(): Promise<void>;
}

/** The settings that vary between storms. */
export interface StageSettings {
  postgres: ThrowawayPostgres;
  servers: number;
  control: Control | undefined;
  /** The folder for the logs. */
  out: string;
  /** The maximum difference between the times that the database shows to two servers, in milliseconds. */
  apart: number;
  /** The time limit of a callback attempt, in milliseconds. A lease lasts twice as long. */
  callbackTimeout: number;
}

/** The difference between the clocks of the first and the last machine, in milliseconds. */
const machinesApart = 5_000;

/** Creates a database and starts servers that share it. The clocks of their machines are wrong. */
export async function setStage({
  postgres,
  servers: count,
  control,
  out,
  apart,
  callbackTimeout,
}: StageSettings): Promise<Stage> {
  const database = await postgres.makeDatabase();
  await prepareDatabase(database.url);
  await database.use((client) => client.query(`${leaseLog};${control?.sql ?? ''}`));
  const rewriter = makeRewriter(control);
  const networks: Network[] = [];
  const servers: Subject[] = [];
  const clear = async () => {
    await Promise.all(servers.map((server) => server?.kill()));
    await Promise.all(networks.map((network) => network.close()));
  };
  try {
    const start = async (_: unknown, server: number) => {
      const part = server / (count - 1) - 0.5;
      const shift = Math.round(part * apart);
      const rewrite = (name: string, text: string) => rewriter.rewrite(name, name === 'time' ? shiftTime(text, shift) : text);
      const network = await openNetwork(new URL(database.url), rewrite);
      networks[server] = network;
      const log = join(out, `server-${server}.log`);
      // Removes the log of an earlier storm, because the servers append to it.
      rmSync(log, { force: true });
      const dataDir = join(postgres.folder, `server-${server}`);
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const databaseUrl = new URL(database.url);
      databaseUrl.host = `127.0.0.1:${network.port}`;
      databaseUrl.searchParams.set('application_name', nameOfServer(server));
      servers[server] = await startSubject({
        dataDir,
        databaseUrl: databaseUrl.href,
        port: 0,
        publicBaseUrl: 'http://127.0.0.1:8080',
        log,
        submitsPerInvoice,
        invoiceLifetime: 10_000,
        callbackTimeout,
        clockSkew: Math.round(part * machinesApart),
      });
    };
    await Promise.all(Array.from({ length: count }, start));
    // Writes the accounts to disk, so that they survive a control that makes the database lose commits on purpose.
    if (postgres.isLocal) await database.use((client) => client.query('CHECKPOINT'));
  } catch (error) {
    await clear();
    throw error;
  }
  return { servers, networks, database, rewriter, clear };
}

/** Rewrites a statement so that the database reports a shifted time to a server. */
function shiftTime(text: string, shift: number): string {
  return text.replace('clock_timestamp()', `(clock_timestamp() + interval '${shift} milliseconds')`);
}

/** Creates and revokes tokens during a storm, as an administrator does with a command, without asking the servers. */
export interface StormTokens {
  /** Creates a token. Returns its text, or undefined if the database stayed unavailable. */
  make(id: string): Promise<string | undefined>;
  /** Revokes a token. Returns false if the database stayed unavailable. */
  revoke(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Maximum number of attempts per operation while the database is unavailable. */
const tries = 20;

/**
 * Opens the store for the creation of tokens.
 * @param sandboxToken a token of the account to which the new tokens will belong
 */
export async function keepTokens(databaseUrl: string, sandboxToken: string): Promise<StormTokens> {
  const store = await openStore({ dataDir: '', databaseUrl, mustExist: true }, describesNoEvent);
  const owner = await store.findToken(hashToken(sandboxToken));
  if (!owner) throw new Error("The sandbox's token is not in the database.");
  const insist = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    for (let time = 0; time < tries; time++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        await sleep(100);
      }
    }
    return undefined;
  };
  return {
    make: (id) =>
      insist(async () => {
        const token = makeToken(randomBytes);
        const { accountId, scopes } = owner;
        await store.saveToken(
          { id, accountId, scopes, label: null, createdAt: store.now(), expiresAt: null, revokedAt: null },
          hashToken(token),
        );
        return token;
      }),
    revoke: async (id) => (await insist(() => store.revokeToken(id, store.now()))) !== undefined,
    close: () => store.close(),
  };
}
