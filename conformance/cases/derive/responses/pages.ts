import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { featuresOf } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  findAbout,
  type Operation,
  operationById,
  type Pages,
  type Parameter,
} from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { breachOf } from '../../../src/contract/relations.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken } from '../../../src/outcome/make-finding.ts';
import { sleep } from '../../../src/places/places.ts';
import { invoiceOf } from '../../../src/subject/invoice-of.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { featuresOfParameter, requirementOfParameter } from '../../violations/parameters.ts';

type Item = Record<string, unknown>;

/** A page of a list, as it was read. */
interface Page {
  exchange: Exchange;
  items: Item[];
  next: unknown;
}

/** Requests a page of a list, which must be a success unless it may be refused. */
type Ask = (values: Record<string, unknown>, as?: Subject, mayBeRefused?: boolean) => Promise<Page>;

/** How many pages to read at most, because an account may have too many to read. */
const most = 40;

interface Trial {
  id: string;
  title: string;
  /** The parameter that the trial is about; the parameters of pages unless given. */
  parameter?: Parameter;
  /** Number of invoices to create first. */
  needs: number;
  /**
   * Returns what is wrong; undefined if nothing is. The case repeats a failed trial for a while, because a list may show a new
   * object a moment later.
   */
  try(
    subject: Subject,
    ask: Ask,
    made: Item[],
  ): Promise<{ expected: string; received: string; exchanges: Exchange[] } | undefined>;
}

/** Derives cases for a paged list (`x-pages`): what each page holds, and that the pages together are complete. */
export function derivePages(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { pages } = operation;
  const requirement = findAbout(operation, 'pages');
  if (!pages || !requirement) return [];
  const trials = [...trialsFor(operation, pages), ...filterTrials(operation, pages)].map((trial) => {
    const { parameter } = trial;
    const own = parameter ? requirementOfParameter(operation, parameter, '') : requirement;
    const features = [...new Set([...featuresOf(own), ...(parameter ? featuresOfParameter(parameter) : [])])];
    return { ...trial, requirement: own, features, proves: parameter ? [`filter ${parameter.name} of ${operation.id}`] : [] };
  });
  return trials.map(({ requirement, features, proves, ...trial }) => ({
    id: `${operation.slug}/pages/${trial.id}`,
    title: `${operation.slug}: ${trial.title}`,
    requirement: requirement.id,
    operations: [...new Set(['create-payment', 'fetch-payment', operation.slug])],
    ...(features.length > 0 && { features }),
    derived: true,
    // Other cases would create invoices between two pages.
    alone: true,
    proves: [`pages of ${operation.id}`, `parameter ${pages.cursor} of ${operation.id}`, ...proves],
    async run({ subject }) {
      const made: Item[] = [];
      while (made.length < trial.needs) made.push(invoiceOf(await subject.create()));
      const asking: Ask = (values, as = subject, mayBeRefused = false) => ask(as, operation, pages, values, mayBeRefused);
      const until = performance.now() + (subject.settings.settle ?? 2000);
      let wrong = await trial.try(subject, asking, made);
      for (; wrong && performance.now() < until; wrong = await trial.try(subject, asking, made)) await sleep(100);
      return wrong === undefined
        ? []
        : broken(contract, requirement.id, {
            member: trial.parameter?.name ?? pages.items,
            pointer: operation.pointer,
            ...wrong,
          });
    },
  }));
}

async function ask(
  subject: Subject,
  operation: Operation,
  pages: Pages,
  values: Record<string, unknown>,
  mayBeRefused: boolean,
): Promise<Page> {
  const exchange = await subject.send(requestFor(operation, values));
  if (!mayBeRefused && !(exchange.answer && isSuccess(exchange.answer)))
    throw new CaseInconclusive(`The list returned ${exchange.answer?.status}. Another case reports it.`);
  const body = exchange.answer && responseObject(exchange.answer);
  const items = body?.[pages.items];
  return { exchange, items: Array.isArray(items) ? (items as Item[]) : [], next: body?.[pages.next] ?? null };
}

/** Reads pages until the last one, or until `most` of them. */
async function* walk(ask: Ask, { cursor }: Pages, values: Record<string, unknown>, as?: Subject): AsyncGenerator<Page> {
  let after: unknown;
  for (let count = 0; count < most; count += 1) {
    const page = await ask({ ...values, ...(after !== undefined && { [cursor]: after }) }, as);
    yield page;
    if (page.next === null) return;
    after = page.next;
  }
}

const idsOf = (pages: Page[]): unknown[] => pages.flatMap(({ items }) => items.map(({ id }) => id));

/** Returns the number of items that a page may have at most. */
function largestOf({ parameters }: Operation, { limit }: Pages): number {
  const stated = parameters.find(({ name }) => name === limit)?.schema.maximum;
  return typeof stated === 'number' ? stated : 100;
}

function trialsFor(operation: Operation, pages: Pages): Trial[] {
  const { limit, cursor } = pages;
  const largest = largestOf(operation, pages);
  const twice = (read: Page[]): unknown => idsOf(read).find((id, at, all) => all.indexOf(id) !== at);
  return [
    {
      ...{ id: 'whole', needs: 3 },
      title: 'every invoice of the account is in one page, as fetch shows it',
      async try(subject, ask, made) {
        const read: Page[] = [];
        for await (const page of walk(ask, pages, { [limit]: largest })) read.push(page);
        const again = twice(read);
        const exchanges = read.slice(0, 3).map(({ exchange }) => exchange);
        if (again !== undefined) return { expected: 'each invoice once', received: `${showValue(again)} twice`, exchanges };
        const found = new Map(read.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
        for (const { id } of made) {
          const item = found.get(id);
          if (item === undefined && read.at(-1)?.next !== null)
            throw new CaseInconclusive(`The account has more than ${most} pages.`);
          if (item === undefined)
            return { expected: `the invoice ${showValue(id)}`, received: `${found.size} others`, exchanges };
          const shown = invoiceOf(await subject.fetch(id));
          const other = Object.keys(item).find((name) => name in shown && !isDeepStrictEqual(item[name], shown[name]));
          if (other !== undefined)
            return {
              expected: `${other}: ${showValue(shown[other])}`,
              received: `${other}: ${showValue(item[other])}`,
              exchanges,
            };
        }
        return undefined;
      },
    },
    {
      ...{ id: 'limit', needs: 3 },
      title: `no page has more than its ${limit}, and none but the last has fewer`,
      async try(_subject, ask) {
        for (const size of [1, 2]) {
          const { items, next, exchange } = await ask({ [limit]: size });
          if (items.length === size && next !== null) continue;
          const received = `${items.length}, and ${next === null ? 'no' : 'a'} next page`;
          return { expected: `${size} of them, and a next page`, received, exchanges: [exchange] };
        }
        return undefined;
      },
    },
    {
      ...{ id: 'in-order', needs: 3 },
      title: 'pages of one are the beginning of a larger one, also where an invoice is made between them',
      async try(subject, ask) {
        const whole = await ask({ [limit]: Math.min(3, largest) });
        const read: Page[] = [];
        for await (const page of walk(ask, pages, { [limit]: 1 })) {
          read.push(page);
          if (read.length === 3) break;
          if (read.length === 2) await subject.create();
        }
        const exchanges = [whole.exchange, ...read.map(({ exchange }) => exchange)];
        const [expected, received] = [idsOf([whole]), idsOf(read)].map((ids) => showValue(ids));
        if (twice(read) !== undefined || expected !== received)
          return { expected: expected ?? '', received: received ?? '', exchanges };
        return undefined;
      },
    },
    {
      ...{ id: 'foreign', needs: 1 },
      title: "no page has another account's invoice",
      async try(subject, ask) {
        const other = asOther(subject);
        const theirs = invoiceOf(await other.create());
        const first = await ask({ [limit]: 1 });
        const read: Page[] = [];
        for await (const page of walk(ask, pages, { [limit]: largest })) read.push(page);
        // With a cursor of this account, the other account must not see any of this account's items.
        const foreign = first.next === null ? undefined : await ask({ [limit]: largest, [cursor]: first.next }, other, true);
        const own = new Set(idsOf(read));
        if (own.has(theirs.id))
          return {
            expected: 'no foreign invoice',
            received: showValue(theirs.id),
            exchanges: read.slice(0, 1).map((page) => page.exchange),
          };
        const leaked = foreign?.items.find(({ id }) => own.has(id));
        if (foreign === undefined || leaked === undefined) return undefined;
        return {
          expected: 'nothing of the account whose cursor it is',
          received: showValue(leaked.id),
          exchanges: [foreign.exchange],
        };
      },
    },
    {
      ...{ id: 'unknown-cursor', needs: 1 },
      title: `a ${cursor} that nobody was given is refused`,
      async try(subject, ask) {
        const { exchange } = await ask({ [cursor]: 'no-such-cursor' }, subject, true);
        const status = exchange.answer?.status ?? 0;
        if (status >= 400 && status < 500) return undefined;
        return { expected: 'a 4xx response', received: `${status} ${showValue(exchange.answer?.text)}`, exchanges: [exchange] };
      },
    },
  ];
}

/**
 * Makes the trials of a filtering parameter, with values that items have, some of them at the bounds, and with a value that no
 * item has.
 */
function filterTrials(operation: Operation, pages: Pages): Trial[] {
  const { parameters } = operation;
  const largest = largestOf(operation, pages);
  return Object.entries(pages.filters ?? {}).flatMap(([name, { field, is }]) => {
    const parameter = parameters.find((one) => one.name === name);
    if (!parameter) return [];
    return [
      {
        ...{ id: `filter/${name}`, needs: 3, parameter },
        title: `with ${name} those are listed whose ${field} is ${is === 'equal' ? 'that' : `${is.replace('-', ' ')} it`}`,
        async try(_subject: Subject, ask: Ask) {
          const { items: all, exchange: whole, isWhole } = await readAll(ask, pages, Math.min(20, largest), {});
          const isAllowed = compileSchema(parameter.schema);
          const held = [...new Set(all.map((item) => item[field]))].filter((value) => value !== null && isAllowed(value));
          const missing = (parameter.schema.enum ?? []).filter((value) => value !== null && !held.includes(value));
          // A value in the middle, so that items lie on both sides of it and one lies at the bound.
          const values = is === 'equal' ? [...held.slice(0, 2), ...missing.slice(0, 1)] : held.slice(held.length / 2).slice(0, 1);
          if (values.length === 0) throw new CaseSkipped(`No ${field} of the items listed is a value that ${name} takes.`);
          for (const value of values) {
            // Reads small pages, because a server that filters a page after reading it shows too few items.
            const listed = await readAll(ask, pages, Math.min(2, largest), { [name]: value });
            const isRight = (item: Item): boolean =>
              breachOf({ property: field, is, field: 'bound', requirement: '' }, { ...item, bound: value }) === undefined;
            const right = all.filter(isRight);
            // A filtered list may be in another order. If it was not read to its end, it can only reveal items that do not belong
            // in it.
            const [expected, received] = [right, listed.items].map((some) => some.map(({ id }) => String(id)).sort());
            const isCut = !isWhole || !listed.isWhole;
            if (isCut ? listed.items.every(isRight) : isDeepStrictEqual(expected, received)) continue;
            const say = (ids: unknown[] = []): string =>
              `with ${name}=${value}: ${ids.length} of ${all.length}, ${showValue(ids.slice(0, 3))}`;
            return { expected: say(expected), received: say(received), exchanges: [whole, listed.exchange] };
          }
          return undefined;
        },
      },
    ];
  });
}

/** Reads the items of every page. */
async function readAll(
  ask: Ask,
  pages: Pages,
  limit: number,
  values: Item,
): Promise<{ items: Item[]; exchange: Exchange; isWhole: boolean }> {
  const read: Page[] = [];
  for await (const page of walk(ask, pages, { [pages.limit]: limit, ...values })) read.push(page);
  const [first] = read as [Page];
  return { items: read.flatMap(({ items }) => items), exchange: first.exchange, isWhole: read.at(-1)?.next === null };
}
