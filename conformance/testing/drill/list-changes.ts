import type { Memory } from '../../servers/full/memory.ts';
import { editFields, type Fields, fieldsOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { selectInvoices, totalInvoices } from '../changes/add-list.ts';
import { addIdLists } from '../changes/add-lists.ts';
import { addLines } from '../changes/relate-fields.ts';
import type { DrilledChange } from './drill.ts';
import { list, right as rightList } from './further-changes.ts';
import { accountOf, demand, refuse, show } from './kind-changes.ts';

const cents = (value: unknown): number => Math.round(Number(value) * 100);
type Line = { title: string; price: number; discount?: number };
const linesOf = ({ lines }: Fields): Line[] => lines as Line[];
const pricesOf = (body: Fields): number[] => linesOf(body).map(({ price }) => price);
const sum = (all: number[]): number => all.reduce((before, one) => before + one, 0);
const addsUp = (body: Fields, apart = 0): boolean => Math.abs(sum(pricesOf(body).map(cents)) - cents(body.amount)) <= apart;

const isRight = ({ price, discount = 0 }: Line): boolean => discount <= price;
const discounted = (isTaken: (all: Line[]) => boolean): FullChanges =>
  demand('lines', (body) => addsUp(body) && isTaken(linesOf(body)));

const lines: DrilledChange = {
  name: 'lines that add up to the amount, each with a discount that its price bounds',
  change: addLines,
  cases: /lines|idempotency/,
  right: discounted((all) => all.every(isRight)),
  wrong: [
    {
      does: 'looks at the discount of the first line',
      breaks: 'create-lines-discount',
      server: discounted(([first]) => !first || isRight(first)),
    },
    {
      does: 'looks at the discount of the last line',
      breaks: 'create-lines-discount',
      server: discounted((all) => all.slice(-1).every(isRight)),
    },
    {
      does: 'refuses a discount of the whole price',
      breaks: 'create-lines-discount',
      server: discounted((all) => all.every(({ price, discount = 0 }) => discount < price)),
    },
    {
      does: 'bounds a discount by the amount',
      breaks: 'create-lines-discount',
      server: demand(
        'lines',
        (body) => addsUp(body) && linesOf(body).every(({ discount = 0 }) => discount <= Number(body.amount)),
      ),
    },
    { does: 'takes any lines', breaks: 'create-lines-sum', server: {} },
    { does: 'takes a cent of difference', breaks: 'create-lines-sum', server: demand('lines', (body) => addsUp(body, 1)) },
    {
      ...{ does: 'adds them in binary', breaks: 'create-lines-sum' },
      server: demand('lines', (body) => sum(pricesOf(body)) === body.amount),
    },
    {
      ...{ does: 'adds two of them at most', breaks: 'create-lines-sum' },
      server: demand('lines', (body) => pricesOf(body).length > 2 || addsUp(body)),
    },
    {
      ...{ does: 'refuses titles of more than 10,000 characters', breaks: 'create-lines' },
      server: demand('lines', (body) => addsUp(body) && linesOf(body).every(({ title }) => title.length <= 10_000)),
    },
    {
      ...{ does: 'forgets their unit', breaks: 'invoice-lines' },
      server: show((body) => {
        if (Array.isArray(body.lines)) body.lines = body.lines.map(({ unit: _unit, ...line }) => line);
      }),
    },
  ],
};

type Known = (id: string, memory: Memory, account: string) => boolean;
const isOwn: Known = (id, { invoices }, account) => invoices.get(id)?.account.name === account;

/** Refuses a request whose list of ids is rejected by `isTaken`. */
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

/** The ids and statuses by which the query of a list filters. */
interface Wanted {
  ids: string[] | undefined;
  statuses: string[] | undefined;
}
const wantedBy = (query: URLSearchParams): Wanted => ({
  ids: query.has('ids') ? query.getAll('ids') : undefined,
  statuses: query.get('status')?.split(','),
});
const select = (change: (asked: Wanted) => Partial<Wanted> = () => ({}), isForeignListed = false): FullChanges => ({
  reply(reply, message, memory) {
    const asked = wantedBy(new URLSearchParams(message.query));
    const { ids, statuses } = { ...asked, ...change(asked) };
    const all = (...[memory, account]: Parameters<typeof rightList.all>) =>
      isForeignListed && ids ? [...memory.invoices.values()] : rightList.all(memory, account);
    const isMeant = ({ id, status }: Fields): boolean =>
      (ids?.includes(String(id)) ?? true) && (statuses?.includes(String(status)) ?? true);
    return list({ all, isMeant }).reply?.(reply, message, memory);
  },
});

const selected: DrilledChange = {
  name: 'a list by ids and statuses',
  change: selectInvoices,
  cases: /list-payments/,
  finds: /\/(pages|parameter)\//,
  right: select(),
  wrong: [
    { does: 'lists everything whatever ids are', breaks: 'list-of-ids', server: select(() => ({ ids: undefined })) },
    { does: 'looks at the first id', breaks: 'list-of-ids', server: select(({ ids }) => ({ ids: ids?.slice(0, 1) })) },
    { does: 'looks at the last id', breaks: 'list-of-ids', server: select(({ ids }) => ({ ids: ids?.slice(-1) })) },
    { does: "lists another account's invoice by its id", breaks: 'list-of-ids', server: select(undefined, true) },
    { does: 'splits ids at commas', breaks: 'list-of-ids', server: select(({ ids }) => ({ ids: ids?.join('').split(',') })) },
    {
      ...{ does: 'leaves the status out where ids are given', breaks: 'list-of-statuses' },
      server: select(({ ids, statuses }) => ({ statuses: ids ? undefined : statuses })),
    },
    {
      ...{ does: 'looks at the first status', breaks: 'list-of-statuses' },
      server: select(({ statuses }) => ({ statuses: statuses?.slice(0, 1) })),
    },
    {
      ...{ does: 'takes several statuses for one', breaks: 'list-of-statuses' },
      server: select(({ statuses }) => ({ statuses: statuses && [statuses.join()] })),
    },
  ],
};

/** Handles the operation whose query contains several ids. */
const total = (isTaken: (ids: string[], isKnown: (id: string) => boolean) => boolean, known = isOwn): FullChanges => ({
  reply(reply, message, memory) {
    // The full server expects a single id, so its own response to several is 404. This step replaces it.
    if (!message.path.endsWith('/total') || (reply.status >= 300 && reply.status !== 404)) return;
    const ids = new URLSearchParams(message.query).getAll('ids');
    const account = accountOf(message, memory);
    if (!isTaken(ids, (id) => known(id, memory, account))) return refuse(reply, message, memory);
    const headers = { ...reply.headers, 'Content-Type': 'application/json' };
    Object.assign(reply, { status: 200, body: { amount: 12.5 * ids.length }, headers });
  },
});
const areKnown = (ids: string[], isKnown: (id: string) => boolean): boolean => ids.every(isKnown);

const totals: DrilledChange = {
  name: 'a list of ids in the query',
  change: totalInvoices,
  cases: /total/,
  right: total(areKnown),
  wrong: [
    { does: 'looks the first one up', breaks: 'total-known', server: total(([id = ''], isKnown) => isKnown(id)) },
    { does: 'looks the last one up', breaks: 'total-known', server: total((ids, isKnown) => isKnown(ids.at(-1) ?? '')) },
    { does: 'takes a list of which one is known', breaks: 'total-known', server: total((ids, isKnown) => ids.some(isKnown)) },
    {
      ...{ does: "takes another account's id", breaks: 'total-foreign' },
      server: total(areKnown, (id, { invoices }) => invoices.has(id)),
    },
    {
      ...{ does: 'takes an id twice', breaks: 'total-ids' },
      server: {
        ...total(areKnown),
        request(message) {
          if (message.path.endsWith('/total')) message.query = [...new Set(message.query.split('&'))].join('&');
        },
      },
    },
    {
      does: 'takes four at most',
      breaks: 'total-ids',
      server: total((ids, isKnown) => ids.length < 5 && areKnown(ids, isKnown)),
    },
  ],
};

/** Changes that add lists: of objects, of ids in a body, and of ids and other values in a query. */
export const listChanges: readonly DrilledChange[] = [lines, idLists, selected, totals];
