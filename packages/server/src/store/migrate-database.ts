import type { Database } from 'better-sqlite3';
import { migrations } from './migrations.ts';

/** Marks the file as ours (`PRAGMA application_id`): "PIvT". */
const applicationId = 0x50497654;

/** The file is of a newer release than this one. */
export class NewerFileError extends Error {}

/**
 * Brings the tables to the newest version, in one transaction.
 * @throws Error saying in a sentence that the file is not ours, NewerFileError that it is of a newer release
 */
export function migrateDatabase(db: Database, steps = migrations): void {
  db.transaction(() => {
    const version = Number(db.pragma('user_version', { simple: true }));
    const owner = Number(db.pragma('application_id', { simple: true }));
    const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
    if (owner !== applicationId && !isEmpty) throw new Error('it is the database of another program');
    if (version > steps.length) throw new NewerFileError('it was written by a newer release of this server');
    // Nothing is written where nothing changes: fetches need no room on the disk.
    if (version === steps.length && owner === applicationId) return;
    for (const step of steps.slice(version)) db.exec(step);
    db.pragma(`user_version = ${steps.length}`);
    db.pragma(`application_id = ${applicationId}`);
  }).immediate();
}
