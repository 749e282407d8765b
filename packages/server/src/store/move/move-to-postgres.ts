import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { StartError } from '../../errors/start-error.ts';
import { openDatabase } from '../open-database.ts';
import { findDatabaseFile } from '../open-store.ts';
import { type Connections, openConnections } from '../postgres/connections.ts';
import { placeOf, prepareDatabase } from '../postgres/prepare-database.ts';
import { sqliteShared } from '../sqlite-shared.ts';
import { compareSums, compareTable, copyTable, findStrays } from './copy-table.ts';
import { movedTables } from './moved-tables.ts';

/** The result of a move: the numbers of rows, the same in both databases, or `already` if an earlier call completed the move. */
export type Move = { kind: 'already' } | { kind: 'moved'; rows: ReadonlyMap<string, number> };

/** Called with the number of rows of a table that have been copied so far. */
export type OnProgress = (table: string, rows: number) => void;

/**
 * Copies the SQLite database of a data directory to an empty PostgreSQL database, and compares every row. The file is locked
 * against other processes and stays unchanged. If a move is interrupted, the next call continues it; until then, servers refuse
 * to start on the copy. If the move is already complete, only checks that no server has written to the file since.
 * @throws StartError with a sentence that says what to do
 */
export async function moveToPostgres(dataDir: string, url: string, onProgress: OnProgress = () => undefined): Promise<Move> {
  const file = findDatabaseFile(dataDir);
  await prepareDatabase(url, { isForMove: true });
  // The file is opened exclusively. Otherwise a server that still uses it could accept requests whose changes are never moved.
  const from = openDatabase(file, true);
  const to = openConnections(url);
  try {
    // Uses a single transaction, so that the copy and the comparison read the same data.
    from.exec('BEGIN IMMEDIATE');
    if (await beginMove(to, nameOf(from), placeOf(url))) {
      await refuseStrays(file, from, to, placeOf(url));
      return { kind: 'already' };
    }
    for (const table of movedTables) await copyTable(from, to, table, (rows) => onProgress(table.name, rows));
    await moveMode(file, from, to);
    const rows = await compare(from, to, placeOf(url));
    await endMove(to);
    return { kind: 'moved', rows };
  } finally {
    from.close();
    await to.close();
  }
}

/** Identifies a file by its accounts and its oldest token, so that a move can only be continued with the same file. */
function nameOf(from: Database): string {
  const accounts = from.prepare('SELECT id, created_at FROM accounts ORDER BY id').raw().all();
  const token = from.prepare('SELECT id FROM tokens ORDER BY created_at, id LIMIT 1').pluck().get();
  return hash('sha256', JSON.stringify([accounts, token]));
}

/** Begins or continues a move, or returns true if it is complete. Throws a StartError if the database is in use or not empty. */
async function beginMove(to: Connections, source: string, place: string): Promise<boolean> {
  const [found] = await to.run<{ move: string | null; source: string | null; accounts: number; servers: number }>({
    name: 'move-state',
    text: `SELECT move, move_source AS source, (SELECT count(*) FROM accounts) AS accounts,
      (SELECT count(*) FROM servers WHERE seen_at > extract(epoch FROM now()) * 1000 - 30000) AS servers FROM server_info`,
  });
  if (found?.move === 'done' && found.source === source) return true;
  if (found?.move !== null && found?.source !== source)
    throw new StartError(`Another SQLite database was moved into ${place}. Set DATABASE_URL to an empty one.`);
  if (found.servers > 0) throw new StartError(`A server is running on ${place}. Stop it, and set DATABASE_URL to an empty one.`);
  if (found.move === null && found.accounts > 0)
    throw new StartError(`${place} holds ${found.accounts} accounts already. Set DATABASE_URL to an empty one.`);
  await to.run({ name: 'move-begin', text: "UPDATE server_info SET move = 'begun', move_source = $1" }, [source]);
  return false;
}

/** The maximum number of ids to report. The operator has to investigate in any case. */
const told = 20;

/** Throws a StartError if a server has written to the SQLite file since the move, because PostgreSQL would lack the changes. */
async function refuseStrays(file: string, from: Database, to: Connections, place: string): Promise<void> {
  const strays = await findStrays(from, to);
  if (strays.length === 0) return;
  const some = strays.length > told ? `the first are ${strays.slice(0, told).join(', ')}` : strays.join(', ');
  throw new StartError(
    `${strays.length} invoices in ${file} were made or changed after it was moved into ${place}, which lacks these changes: ${some}. A server was started on the file by mistake. Settle them by hand, with your bank's list, and put the file away.`,
  );
}

/** Copies the mode of the database and, for a sandbox, its identity. */
async function moveMode(file: string, from: Database, to: Connections): Promise<void> {
  const shared = sqliteShared(file);
  const live = from.prepare("SELECT 1 FROM accounts WHERE mode = 'live' LIMIT 1").get();
  const values = [(await shared.readMode()) ?? (live ? 'live' : null), (await shared.readIdentity()) ?? null];
  await to.run({ name: 'move-mode', text: 'UPDATE server_info SET mode = $1, identity = $2' }, values);
}

async function compare(from: Database, to: Connections, place: string): Promise<ReadonlyMap<string, number>> {
  const rows = new Map<string, number>();
  const differences: string[] = [];
  for (const table of movedTables) {
    const { alike, differences: found } = await compareTable(from, to, table);
    rows.set(table.name, alike);
    differences.push(...found);
  }
  const sums = await compareSums(from, to);
  if (sums) differences.push(sums);
  if (differences.length === 0) return rows;
  throw new StartError(
    `The copy in ${place} differs from the file: keep using the file. Empty the database and run the move again.\n${differences.join('\n')}`,
  );
}

async function endMove(to: Connections): Promise<void> {
  const counted = 'INSERT INTO invoice_counts (status, invoices) SELECT status, count(*) FROM invoices GROUP BY status';
  await to.run({ name: 'move-end', text: `WITH counted AS (${counted}) UPDATE server_info SET move = 'done'` });
  // Collects statistics about the new tables, which the query planner needs.
  await to.run({ name: 'analyze', text: 'ANALYZE' });
}
