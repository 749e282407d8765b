import { join, resolve } from 'node:path';
import { describeForPeople } from '../../src/commands/describe-start.ts';
import { onStopSignal } from '../../src/commands/launch.ts';
import { UsageError } from '../../src/errors/usage-error.ts';
import { parseOptions } from '../../src/settings/parse-options.ts';
import { startThrowawayPostgres } from '../postgres/throwaway-postgres.ts';
import { noEngine, startPostgres } from '../start-postgres.ts';
import { type ServerCluster, startCluster } from './start-cluster.ts';

/** The maximum number of servers to start on one machine. */
const most = 16;
const database = 'payments';

const helpText = `The sandbox on PostgreSQL: servers on one database, behind a balancer that hands each request to the next of them.

Usage: npm run start:postgres -- [--servers 1] [--json] [--throwaway]

  --servers N   so many servers, each in a process of its own, up to ${most} (1)
  --json        print one JSON line {"baseUrl","token","otherToken","callbackSecret","docsUrl","servers"} once it responds
  --throwaway   keep nothing: all data are gone when it ends, and DATABASE_URL and DATA_DIR are not read

Environment:
  PORT          port of the balancer, 0 for any free one (8080); the servers take free ones
  DATA_DIR      directory of the PostgreSQL that comes with the install, and of the servers (.data/postgres)
  DATABASE_URL  a PostgreSQL of your own instead
  TEST_DATABASE_URL  with --throwaway: a PostgreSQL of your own, by a user who may make databases

SIGINT or SIGTERM stops all of it.
`;

/** Runs the command until a signal ends it. If it fails, prints the reason and sets the exit code. */
export async function startOnPostgres(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const { values } = parseOptions({ args: [...args], options: options }, 'Run with --help for the options.');
    if (values.help) process.stdout.write(helpText);
    else {
      const [servers, port] = [readCount(values.servers ?? '1'), readPort(env.PORT?.trim() || '8080')];
      await run(() => (values.throwaway ? startThrowaway : start)(servers, port, env), servers, values.json === true);
    }
  } catch (error) {
    const { message } = error as Error;
    process.stderr.write(`${message}${message === noEngine ? ' Set DATABASE_URL to one of your own.' : ''}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

const options = {
  servers: { type: 'string' },
  json: { type: 'boolean' },
  throwaway: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

async function run(begin: () => Promise<ServerCluster>, servers: number, json: boolean): Promise<void> {
  const starting = begin();
  onStopSignal(async () => {
    const running = await starting.catch(() => undefined);
    await running?.close();
    if (running) process.exit(0);
  });
  const { baseUrl, lines } = await starting;
  const { token = '', otherToken, callbackSecret = '' } = lines[0] ?? {};
  const docsUrl = `${baseUrl}/docs`;
  if (json) process.stdout.write(`${JSON.stringify({ baseUrl, token, otherToken, callbackSecret, docsUrl, servers })}\n`);
  else {
    process.stdout.write(describeForPeople({ baseUrl, token, callbackSecret, docsUrl }));
    process.stdout.write(
      `\n${servers === 1 ? 'One server runs' : `${servers} servers run, and take turns,`} on one PostgreSQL.\n`,
    );
  }
}

async function start(servers: number, port: number, env: NodeJS.ProcessEnv): Promise<ServerCluster> {
  const dataDir = resolve(env.DATA_DIR || '.data/postgres');
  const own = env.DATABASE_URL?.trim() || undefined;
  const postgres = own === undefined ? await startPostgres(dataDir) : undefined;
  const end = async () => postgres?.stop();
  const makeDatabase = async () => {
    if (!postgres) return own ?? '';
    const found = await postgres.query(`SELECT 1 FROM pg_database WHERE datname = '${database}'`);
    if (found.length === 0) await postgres.createDatabase(database);
    return postgres.urlOf(database);
  };
  return startOn(makeDatabase, { servers, port, dataDir: join(dataDir, 'servers') }, end);
}

async function startThrowaway(servers: number, port: number, env: NodeJS.ProcessEnv): Promise<ServerCluster> {
  const postgres = await startThrowawayPostgres(env.TEST_DATABASE_URL?.trim() || undefined, {});
  let drop = async () => {};
  // A server that this command started is deleted with all its databases. Nothing is dropped first, because the server may
  // already be stopping. On an operator's server, only the database of this run is dropped.
  const end = () => (postgres.isLocal ? postgres.close() : drop().finally(postgres.close));
  const makeDatabase = async () => {
    const made = await postgres.makeDatabase();
    drop = made.drop;
    return made.url;
  };
  return startOn(makeDatabase, { servers, port, dataDir: join(postgres.folder, 'servers') }, end);
}

/** Makes a database and starts servers on it. Calls `end` after the servers have ended. */
async function startOn(
  makeDatabase: () => Promise<string>,
  settings: { servers: number; port: number; dataDir: string },
  end: () => Promise<void>,
): Promise<ServerCluster> {
  try {
    const cluster = await startCluster({ databaseUrl: await makeDatabase(), ...settings });
    return { ...cluster, close: () => cluster.close().finally(end) };
  } catch (error) {
    await end();
    throw error;
  }
}

function readCount(text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--servers is ${JSON.stringify(text)}: it must be a whole number from 1 to ${most}.`);
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(
    `PORT is ${JSON.stringify(text)}, which is not a port: set it to a number from 0 to 65535 (0 picks any free one).`,
  );
}
