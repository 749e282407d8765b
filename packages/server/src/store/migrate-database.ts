import type { Database } from 'better-sqlite3';
import { migrations } from './migrations.ts';

/** The `PRAGMA application_id` that marks the file as ours: "PIvT". */
const applicationId = 0x50497654;

/** Thrown when the file was written by a newer release. */
export class NewerFileError extends Error {}

/**
 * Migrates the tables to the newest version, in one transaction.
 * @throws Error with a sentence when the file is not ours, NewerFileError when a newer release wrote it
 */
export function migrateDatabase(db: Database, steps = migrations): void {
  db.transaction(() => {
    const version = Number(db.pragma('user_version', { simple: true }));
    const owner = Number(db.pragma('application_id', { simple: true }));
    const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
    if (owner !== applicationId && !isEmpty) throw new Error('it is the database of another program');
    if (version > steps.length) throw new NewerFileError('it was written by a newer release of this server');
    // Writes nothing when nothing changes, so that fetches still work while the disk is full.
    if (version === steps.length && owner === applicationId) return;
    for (const step of steps.slice(version)) db.exec(step);
    db.pragma(`user_version = ${steps.length}`);
    db.pragma(`application_id = ${applicationId}`);
  }).immediate();
}
