import { onReply } from '../../faults/changes/change-step.ts';
import type { Memory } from '../../servers/full/memory.ts';
import { editFields, type Fields, fieldsOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { selectInvoices, totalInvoices } from '../changes/add-list.ts';
import { addIdLists } from '../changes/add-lists.ts';
import { addLines } from '../changes/relate-fields.ts';
import type { DrilledChange } from './drill.ts';
import { list, right as rightList } from './further-changes.ts';
import { accountOf, cents, demand, refuse, show } from './kind-changes.ts';

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
  wrong: {
    'create-lines-discount': {
      'looks at the discount of the first line': discounted(([first]) => !first || isRight(first)),
      'looks at the discount of the last line': discounted((all) => all.slice(-1).every(isRight)),
      'refuses a discount of the whole price': discounted((all) => all.every(({ price, discount = 0 }) => discount < price)),
      'bounds a discount by the amount': demand(
        'lines',
        (body) => addsUp(body) && linesOf(body).every(({ discount = 0 }) => discount <= Number(body.amount)),
      ),
    },
    'create-lines-sum': {
      'takes any lines': {},
      'takes a cent of difference': demand('lines', (body) => addsUp(body, 1)),
      'adds them in binary': demand('lines', (body) => sum(pricesOf(body)) === body.amount),
      'adds two of them at most': demand('lines', (body) => pricesOf(body).length > 2 || addsUp(body)),
    },
    'create-lines': {
      'refuses titles of more than 10,000 characters': demand(
        'lines',
        (body) => addsUp(body) && linesOf(body).every(({ title }) => title.length <= 10_000),
      ),
    },
    'invoice-lines': {
      'forgets their unit': show((body) => {
        if (Array.isArray(body.lines)) body.lines = body.lines.map(({ unit: _unit, ...line }) => line);
      }),
    },
  },
};

type Known = (id: string, memory: Memory, account: string) => boolean;
const isOwn: Known = (id, { invoices }, account) => invoices.get(id)?.account.name === account;

/** Refuses a request if `isTaken` returns false for its list of ids. */
const listing = (isTaken: (ids: string[], isKnown: (id: string) => boolean) => boolean, known = isOwn): FullChanges =>
  onReply((reply, message, memory) => {
    const fields = fieldsOf(message) ?? {};
    const ids = message.path.endsWith('/report') ? fields.invoiceIds : fields.replaces;
    if (!Array.isArray(ids) || reply.status >= 300) return;
    const account = accountOf(message, memory);
    if (!isTaken(ids, (id) => known(id, memory, account))) refuse(reply, message, memory);
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
  wrong: {
    'report-known': {
      'looks none up': {},
      'looks the first one up': listing(([id], isKnown) => id === undefined || isKnown(id)),
      'takes a list of which one is known': listing((ids, isKnown) => ids.some(isKnown)),
    },
    'create-replaced-known': { 'looks the last one up': listing((ids, isKnown) => ids.slice(-1).every(isKnown)) },
    'report-foreign': {
      "takes another account's id": listing(
        (ids, isKnown) => ids.every(isKnown),
        (id, { invoices }) => invoices.has(id),
      ),
    },
    'report-ids': {
      'takes an id twice': changeIds((ids) => [...new Set(ids)]),
      'cuts a long list': changeIds((ids) => ids.slice(0, 5)),
      'takes four at most': listing((ids, isKnown) => ids.length < 5 && ids.every(isKnown)),
    },
    'invoice-replaces': { 'sorts the list': changeIds((ids) => ids.toSorted().toReversed()) },
  },
};

/** The ids and statuses that the query of a list asks for. */
interface Wanted {
  ids: string[] | undefined;
  statuses: string[] | undefined;
}
const wantedBy = (query: URLSearchParams): Wanted => ({
  ids: query.has('ids') ? query.getAll('ids') : undefined,
  statuses: query.get('status')?.split(','),
});
const select = (change: (asked: Wanted) => Partial<Wanted> = () => ({}), isForeignListed = false): FullChanges =>
  onReply((reply, message, memory) => {
    const asked = wantedBy(new URLSearchParams(message.query));
    const { ids, statuses } = { ...asked, ...change(asked) };
    const all = (...[memory, account]: Parameters<typeof rightList.all>) =>
      isForeignListed && ids ? [...memory.invoices.values()] : rightList.all(memory, account);
    const isMeant = ({ id, status }: Fields): boolean =>
      (ids?.includes(String(id)) ?? true) && (statuses?.includes(String(status)) ?? true);
    return list({ all, isMeant }).reply?.(reply, message, memory);
  });

const selected: DrilledChange = {
  name: 'a list by ids and statuses',
  change: selectInvoices,
  cases: /list-payments/,
  finds: /\/(pages|parameter)\//,
  right: select(),
  wrong: {
    'list-of-ids': {
      'lists everything whatever ids are': select(() => ({ ids: undefined })),
      'looks at the first id': select(({ ids }) => ({ ids: ids?.slice(0, 1) })),
      'looks at the last id': select(({ ids }) => ({ ids: ids?.slice(-1) })),
      "lists another account's invoice by its id": select(undefined, true),
      'splits ids at commas': select(({ ids }) => ({ ids: ids?.join('').split(',') })),
    },
    'list-of-statuses': {
      'leaves the status out where ids are given': select(({ ids, statuses }) => ({ statuses: ids ? undefined : statuses })),
      'looks at the first status': select(({ statuses }) => ({ statuses: statuses?.slice(0, 1) })),
      'takes several statuses for one': select(({ statuses }) => ({ statuses: statuses && [statuses.join()] })),
    },
  },
};

/** Handles the operation whose query contains several ids. */
const total = (isTaken: (ids: string[], isKnown: (id: string) => boolean) => boolean, known = isOwn): FullChanges =>
  onReply((reply, message, memory) => {
    // The full server responds with a 404, because it expects a single id. This step replaces that response.
    if (!message.path.endsWith('/total') || (reply.status >= 300 && reply.status !== 404)) return;
    const ids = new URLSearchParams(message.query).getAll('ids');
    const account = accountOf(message, memory);
    if (!isTaken(ids, (id) => known(id, memory, account))) return refuse(reply, message, memory);
    const headers = { ...reply.headers, 'Content-Type': 'application/json' };
    Object.assign(reply, { status: 200, body: { amount: 12.5 * ids.length }, headers });
  });
const areKnown = (ids: string[], isKnown: (id: string) => boolean): boolean => ids.every(isKnown);

const totals: DrilledChange = {
  name: 'a list of ids in the query',
  change: totalInvoices,
  cases: /total/,
  right: total(areKnown),
  wrong: {
    'total-known': {
      'looks the first one up': total(([id = ''], isKnown) => isKnown(id)),
      'looks the last one up': total((ids, isKnown) => isKnown(ids.at(-1) ?? '')),
      'takes a list of which one is known': total((ids, isKnown) => ids.some(isKnown)),
    },
    'total-foreign': { "takes another account's id": total(areKnown, (id, { invoices }) => invoices.has(id)) },
    'total-ids': {
      'takes an id twice': {
        ...total(areKnown),
        request(message) {
          if (message.path.endsWith('/total')) message.query = [...new Set(message.query.split('&'))].join('&');
        },
      },
      'takes four at most': total((ids, isKnown) => ids.length < 5 && areKnown(ids, isKnown)),
    },
  },
};

/** Changes that add lists: of objects, of ids in a body, and of ids and other values in a query. */
export const listChanges: readonly DrilledChange[] = [lines, idLists, selected, totals];
