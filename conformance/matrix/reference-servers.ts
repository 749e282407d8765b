import { join } from 'node:path';
import { sandboxAdapter } from '../adapters/sandbox.ts';
import { restartedCases } from '../cases/journeys/restarted.ts';
import { everyFeature } from '../servers/full/every-feature.ts';
import { startCommand } from '../src/command/deployment/start-command.ts';
import { loadContract } from '../src/contract/load-contract.ts';
import type { RunningServer } from '../src/engine/running-server.ts';
import type { Variant } from '../variants/variant.ts';

const root = join(import.meta.dirname, '../..');
/** Milliseconds that a server has to start and to create its database. */
const startAtMost = 120_000;
/** The beginning of the sentence that the command prints when it cannot start PostgreSQL. */
const noPostgres = 'No PostgreSQL can be started here';

/**
 * The reference server of this checkout, in its own processes. Others copy it, so the suite must find nothing wrong with it. It
 * is only started by its commands; nothing of it is imported.
 */
export const referenceServers: readonly Variant[] = [
  {
    id: 'reference',
    title: 'The reference server, on SQLite',
    why: 'It claims every feature and keeps to each.',
    features: everyFeature,
    start: () => startReference('start-throwaway.sh'),
  },
  {
    id: 'reference-on-postgres',
    title: 'Three reference servers on one PostgreSQL, and each request goes to the next of them',
    why: 'How many servers there are is nothing that a client can see.',
    features: everyFeature,
    // The command creates a new database each time, so restarts cannot be tried.
    untried: restartedCases(loadContract()).map(({ id }) => id),
    start: () => startReference('start-throwaway-postgres.sh'),
  },
];

/** Returns the reason to leave a server out on this machine; undefined for any other error. */
export function reasonToLeaveOut(error: string): string | undefined {
  return error.includes(noPostgres) ? `${noPostgres}: set TEST_DATABASE_URL to one that may make databases` : undefined;
}

async function startReference(script: string): Promise<RunningServer> {
  const command = `cd '${root}' && exec sh scripts/${script}`;
  const { stop, otherToken, restart, ...started } = await startCommand(command, startAtMost, new AbortController().signal);
  if (otherToken === undefined) {
    await stop();
    throw new Error(`${script} printed no token of another account.`);
  }
  return {
    ...started,
    otherToken,
    pay: async ({ invoice, ...rest }) => String(await sandboxAdapter.pay({ invoice: { ...invoice }, ...rest }, started)),
    adapter: { ...sandboxAdapter, ...(restart && { restart }) },
    callbackWait: 60_000,
    close: stop,
  };
}
