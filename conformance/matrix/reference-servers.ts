import { join } from 'node:path';
import { sandboxAdapter } from '../adapters/sandbox.ts';
import { restartedCases } from '../cases/journeys/restarted.ts';
import { loadContract } from '../payments/load-contract.ts';
import { everyFeature } from '../servers/full/every-feature.ts';
import { startCommand } from '../src/command/deployment/start-command.ts';
import type { RunningServer } from '../src/engine/running-server.ts';
import type { Variant } from '../variants/variant.ts';

const root = join(import.meta.dirname, '../..');
/** The longest time in milliseconds that a server may take to start and to create its database. */
const startAtMost = 120_000;
/** The beginning of the script's message when it cannot start PostgreSQL. */
const noPostgres = 'No PostgreSQL can be started here';

/**
 * The reference server of this checkout. The suite must find nothing wrong with it, because people copy it. Scripts start it in
 * separate processes, and the matrix imports none of its code.
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
    // The script creates a new database each time, so a restarted server would have lost its data.
    untried: restartedCases(loadContract()).map(({ id }) => id),
    start: () => startReference('start-throwaway-postgres.sh'),
  },
];

/** If an error shows that PostgreSQL is missing, returns the reason why a server cannot run here. Otherwise returns undefined. */
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
