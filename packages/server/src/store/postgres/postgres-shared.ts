import type { ServerMode } from '../../settings/server-settings.ts';
import { freshState, type SandboxState, type SharedStore } from '../shared-store.ts';
import { createBatcher } from './batcher.ts';
import type { Connections } from './connections.ts';
import { countInPostgres } from './rates.ts';
import type { Statement } from './sender.ts';
import type { ServerRegister } from './server-register.ts';
import type { ServerTime } from './server-time.ts';

const selectInfo: Statement = { name: 'info', text: 'SELECT mode, identity FROM server_info' };
const keepMode: Statement = {
  name: 'keep-mode',
  text: 'UPDATE server_info SET mode = $1 WHERE mode IS NULL',
};
const keepIdentity: Statement = {
  name: 'keep-identity',
  text: 'UPDATE server_info SET identity = $1 WHERE identity IS NULL',
};
const selectState: Statement = { name: 'state', text: 'SELECT state, version FROM server_info' };
const changeState: Statement = {
  name: 'change-state',
  text: 'UPDATE server_info SET state = $1, version = version + 1 WHERE version = $2 RETURNING 1 AS one',
};

/** Makes the part of the store that servers have in common. */
export function postgresShared(db: Connections, place: string, time: ServerTime, register: ServerRegister): SharedStore {
  const readInfo = async () => {
    const [info] = await db.run<{ mode: ServerMode | null; identity: string | null }>(selectInfo);
    return { mode: info?.mode ?? undefined, identity: info?.identity ?? undefined };
  };
  // Each request of a sandbox asks, those of one turn together.
  const askState = createBatcher(async (askers: readonly undefined[]) => {
    const [row] = await db.run<{ state: SandboxState | null; version: number }>(selectState);
    const found = { state: row?.state ?? freshState, version: row?.version ?? 0 };
    return askers.map(() => found);
  });
  const readState = () => askState(undefined);
  return {
    place,
    isShared: true,
    now: time.now,
    makeCounter: countInPostgres(db),
    readMode: async () => (await readInfo()).mode,
    keepMode: async (mode) => {
      await db.run(keepMode, [mode]);
      return (await readInfo()).mode ?? mode;
    },
    readIdentity: async () => (await readInfo()).identity,
    keepIdentity: async (text) => {
      await db.run(keepIdentity, [text]);
      return (await readInfo()).identity ?? text;
    },
    readSandboxState: async () => (await readState()).state,
    changeSandboxState: async (change) => {
      for (;;) {
        const { state, version } = await readState();
        const changed = change(state);
        if ((await db.run(changeState, [JSON.stringify(changed), version])).length === 1) return changed;
      }
    },
    enterServers: register.enter,
    serverCount: register.size,
    countServers: register.count,
  };
}
