import type { Memory } from '../../servers/full/memory.ts';
import { editFields, fieldsOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addIdLists } from '../changes/add-id-lists.ts';
import type { DrilledChange } from './drill.ts';
import { accountOf, refuse } from './kind-changes.ts';

type Known = (id: string, memory: Memory, account: string) => boolean;
const isOwn: Known = (id, { invoices }, account) => invoices.get(id)?.account.name === account;

/** Refuses requests whose lists of ids do not pass a test. */
const listing = (isTaken: (ids: string[], isKnown: (id: string) => boolean) => boolean, known = isOwn): FullChanges => ({
  reply(reply, message, memory) {
    const fields = fieldsOf(message) ?? {};
    const ids = message.path.endsWith('/report') ? fields.invoiceIds : fields.replaces;
    if (!Array.isArray(ids) || reply.status >= 300) return;
    const account = accountOf(message, memory);
    if (!isTaken(ids, (id) => known(id, memory, account))) refuse(reply, message, memory);
  },
});
const changeIds = (change: (ids: unknown[]) => unknown[]): FullChanges => ({
  ...listing((ids, isKnown) => ids.every(isKnown)),
  request: (message) =>
    editFields(message, (fields) => {
      for (const name of ['invoiceIds', 'replaces']) if (Array.isArray(fields[name])) fields[name] = change(fields[name]);
    }),
});

const idLists: DrilledChange = {
  name: 'lists of ids',
  change: addIdLists,
  cases: /report|replaces/,
  finds: /ids|echo/,
  right: listing((ids, isKnown) => ids.every(isKnown)),
  wrong: [
    { does: 'looks none up', breaks: 'report-known', server: {} },
    {
      does: 'looks the first one up',
      breaks: 'report-known',
      server: listing(([id], isKnown) => id === undefined || isKnown(id)),
    },
    {
      does: 'looks the last one up',
      breaks: 'create-replaced-known',
      server: listing((ids, isKnown) => ids.slice(-1).every(isKnown)),
    },
    { does: 'takes a list of which one is known', breaks: 'report-known', server: listing((ids, isKnown) => ids.some(isKnown)) },
    {
      ...{ does: "takes another account's id", breaks: 'report-foreign' },
      server: listing(
        (ids, isKnown) => ids.every(isKnown),
        (id, { invoices }) => invoices.has(id),
      ),
    },
    { does: 'takes an id twice', breaks: 'report-ids', server: changeIds((ids) => [...new Set(ids)]) },
    { does: 'cuts a long list', breaks: 'report-ids', server: changeIds((ids) => ids.slice(0, 5)) },
    { does: 'sorts the list', breaks: 'invoice-replaces', server: changeIds((ids) => ids.toSorted().toReversed()) },
    { does: 'takes four at most', breaks: 'report-ids', server: listing((ids, isKnown) => ids.length < 5 && ids.every(isKnown)) },
  ],
};

/** Changes that let a request name several objects. */
export const listChanges: readonly DrilledChange[] = [idLists];
