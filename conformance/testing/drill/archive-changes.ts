import { randomUUID } from 'node:crypto';
import { type Fields, fieldsOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addArchive, addVoucher } from '../changes/add-archive.ts';
import type { DrilledChange } from './drill.ts';
import { accountOf, demand, perServer, refuse, show } from './kind-changes.ts';

/** Changes the voucher that a server shows. */
const showing = (change: (voucher: string) => unknown): FullChanges =>
  show((body) => {
    if (typeof body.voucher === 'string') body.voucher = change(body.voucher);
  });
const capitals = (text: string): string => text.toUpperCase();
const isCreate = (path: string): boolean => path.endsWith('/create');
/** Shows the voucher in capitals, except in the responses for which `isOther` returns true. */
const capitalsExcept = (isOther: (path: string, isReplay: boolean) => boolean): FullChanges => ({
  reply(reply, { path }) {
    const body = reply.body as Fields | undefined;
    if (typeof body?.voucher !== 'string' || isOther(path, reply.headers['Idempotent-Replayed'] !== undefined)) return;
    reply.body = { ...body, voucher: capitals(body.voucher) };
  },
});

const voucher: DrilledChange = {
  name: 'a voucher that is shown in capitals',
  change: addVoucher,
  cases: /voucher|record|idempotency/,
  right: showing(capitals),
  wrong: {
    'invoice-voucher-capitals': {
      'shows it as it was sent': {},
      'shows it in small letters': showing((text) => text.toLowerCase()),
      'shows only its first letter as a capital': showing((text) => text.charAt(0).toUpperCase() + text.slice(1)),
      'shows it as it was sent at a replay': capitalsExcept((_path, isReplay) => isReplay),
      'shows it as it was sent in a fetch': capitalsExcept((path) => !isCreate(path)),
    },
    'invoice-voucher': {
      'cuts it at ten': showing((text) => capitals(text).slice(0, 10)),
      'drops digits at its end': showing((text) => capitals(text).replace(/\d+$/, 'AAAA').slice(0, 12)),
      'takes an O for a zero': showing((text) => capitals(text).replaceAll('0', 'O')),
      'forgets it': showing(() => null),
    },
    'create-voucher': {
      'refuses small letters': { ...showing(capitals), ...demand('voucher', (body) => !/[a-z]/.test(String(body.voucher))) },
      'refuses letters only': { ...showing(capitals), ...demand('voucher', (body) => /\d/.test(String(body.voucher))) },
    },
    'idempotency-other-body-refused': {
      'compares capitals with the body that a key is for': {
        ...showing(capitals),
        fingerprint: (body) => JSON.stringify({ ...body, voucher: capitals(String(body.voucher)) }),
      },
    },
  },
};

interface Endpoint {
  account: string;
  id: string;
  url: unknown;
  archivedAt: string | null;
}
interface Steps {
  begin(): string | null;
  archive(one: Endpoint): void;
  isListed(one: Endpoint): boolean;
  isFound(one: Endpoint): boolean;
  isArchived(one: Endpoint): boolean;
  owns(one: Endpoint, account: string): boolean;
  restart(all: Endpoint[]): void;
}
const now = (): string => new Date().toISOString();
const rightSteps: Steps = {
  begin: () => null,
  archive(one) {
    one.archivedAt ??= now();
  },
  isListed: ({ archivedAt }) => archivedAt === null,
  isFound: () => true,
  isArchived: () => true,
  owns: (one, account) => one.account === account,
  restart() {},
};
const storedBy = perServer((): Endpoint[] => []);
const archiving = (changes: Partial<Steps> = {}): FullChanges => {
  const steps = { ...rightSteps, ...changes };
  return {
    restart: (memory) => steps.restart(storedBy(memory)),
    reply(reply, message, memory) {
      const [all, id] = /^\/api\/v1\/endpoints(?:\/([^/]+))?$/.exec(message.path) ?? [];
      if (all === undefined || (reply.status >= 300 && reply.status !== 404)) return;
      const [endpoints, account] = [storedBy(memory), accountOf(message, memory)];
      const shown = ({ account: _account, ...one }: Endpoint): Fields => one;
      if (message.method === 'POST') {
        const one = { account, id: randomUUID(), url: fieldsOf(message)?.url, archivedAt: steps.begin() };
        endpoints.push(one);
        reply.body = shown(one);
        return;
      }
      if (id === undefined) {
        reply.body = { endpoints: endpoints.filter((one) => one.account === account && steps.isListed(one)).map(shown) };
        return;
      }
      const found = endpoints.find((one) => one.id === id.toLowerCase() && steps.owns(one, account));
      if (!found || !steps.isFound(found)) return refuse(reply, message, memory);
      const headers = { ...reply.headers, 'Content-Type': message.method === 'DELETE' ? '' : 'application/json' };
      if (message.method === 'DELETE') {
        if (found.archivedAt !== null && !steps.isArchived(found)) return refuse(reply, message, memory);
        steps.archive(found);
        Object.assign(reply, { status: 204, body: '', headers });
      } else Object.assign(reply, { status: 200, body: shown(found), headers });
    },
  };
};
const isKept = ({ archivedAt }: Endpoint): boolean => archivedAt === null;
const archiveAt = (time: (one: Endpoint) => string | null): FullChanges =>
  archiving({
    archive(one) {
      one.archivedAt = time(one);
    },
  });

const archive: DrilledChange = {
  name: 'an object that is archived, and can still be read',
  change: addArchive,
  cases: /endpoint|record\/past|restart/,
  right: archiving(),
  wrong: {
    'endpoint-archived': {
      'does not find it any more': archiving({ isFound: isKept }),
      'refuses the second time': archiving({ isArchived: () => false }),
      'moves the time at the second time': archiveAt(now),
      'has a time from the start': archiving({ begin: now, isListed: () => true }),
      'deletes, and never sets the time': archiving({ archive() {} }),
      'loses the time at a restart': archiving({
        restart(all) {
          for (const one of all) one.archivedAt = null;
        },
      }),
      'takes it back when archived twice': archiveAt(({ archivedAt }) => (archivedAt === null ? now() : null)),
    },
    'endpoint-archived-past': {
      'archives in an hour': archiveAt(() => new Date(Date.now() + 3_600_000).toISOString()),
    },
    'list-endpoints-own': {
      'lists what is archived': archiving({ isListed: () => true }),
    },
    'delete-endpoint-foreign': {
      "archives another account's": archiving({ owns: () => true }),
    },
  },
};

/** Changes to how a text is written, and to what deleting means. */
export const archiveChanges: readonly DrilledChange[] = [voucher, archive];
