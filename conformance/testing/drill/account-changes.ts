import { randomBytes, randomUUID } from 'node:crypto';
import { onReply } from '../../faults/changes/change-step.ts';
import type { Memory } from '../../servers/full/memory.ts';
import { type Fields, fieldsOf, isInvoice, type Message, type Reply } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { addEndpoints, addLanguage } from '../changes/add-endpoints.ts';
import type { DrilledChange } from './drill.ts';
import { accountOf, perServer, refuse } from './kind-changes.ts';

interface Endpoint {
  account: string;
  id: string;
  url: unknown;
  secret: string;
  isDeleted: boolean;
}
interface Steps {
  secretOf(): string;
  show(endpoint: Endpoint): Fields;
  list(endpoint: Endpoint): Fields;
  isListed(endpoint: Endpoint, account: string): boolean;
  isFound(endpoint: Endpoint, account: string): boolean;
  isCounted(endpoint: Endpoint, account: string): boolean;
  most: number;
  problem: string;
  restart(all: Endpoint[]): void;
}
const secret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const isOwn = (one: Endpoint, account: string): boolean => one.account === account && !one.isDeleted;
const rightSteps: Steps = {
  ...{ secretOf: secret, isListed: isOwn, isFound: isOwn, isCounted: isOwn, most: 5, problem: 'too_many_endpoints' },
  show: ({ id, url }) => ({ id, url }),
  list: ({ id, url }) => ({ id, url }),
  restart() {},
};
const storedBy = perServer((): Endpoint[] => []);
/** Turns a response into a refusal. */
const refuseWith = (code: string, reply: Reply, { path }: Message, memory: Memory): void => {
  const body = new Problem(code).body(memory, path, reply.headers['X-Request-Id'] ?? '');
  Object.assign(reply, { status: Number(body.status), body });
  reply.headers['Content-Type'] = 'application/problem+json';
};
const endpoints = (changes: Partial<Steps> = {}): FullChanges => {
  const steps = { ...rightSteps, ...changes };
  return {
    restart: (memory) => steps.restart(storedBy(memory)),
    reply(reply, message, memory) {
      const [, id] = /^\/api\/v1\/endpoints(?:\/([^/]+))?$/.exec(message.path) ?? [];
      if (!/^\/api\/v1\/endpoints(\/|$)/.test(message.path) || (reply.status >= 300 && reply.status !== 404)) return;
      const [all, account] = [storedBy(memory), accountOf(message, memory)];
      if (message.method === 'POST') {
        // The number of endpoints is limited only while the rate limits are on.
        if (memory.limited && all.filter((one) => steps.isCounted(one, account)).length >= steps.most)
          return refuseWith(steps.problem, reply, message, memory);
        const one = { account, id: randomUUID(), url: fieldsOf(message)?.url, secret: steps.secretOf(), isDeleted: false };
        all.push(one);
        reply.body = { id: one.id, url: one.url, secret: one.secret };
        return;
      }
      if (id === undefined) {
        reply.body = { endpoints: all.filter((one) => steps.isListed(one, account)).map(steps.list) };
        return;
      }
      const found = all.find((one) => one.id === id.toLowerCase() && steps.isFound(one, account));
      if (!found) return refuse(reply, message, memory);
      if (message.method === 'DELETE') {
        found.isDeleted = true;
        Object.assign(reply, { status: 204, body: '', headers: { ...reply.headers, 'Content-Type': '' } });
      } else
        Object.assign(
          reply,
          { status: 200, body: steps.show(found) },
          { headers: { ...reply.headers, 'Content-Type': 'application/json' } },
        );
    },
  };
};
const withSecret = ({ id, url, secret: shown }: Endpoint): Fields => ({ id, url, secret: shown });
const always = secret();

const endpoint: DrilledChange = {
  name: 'a few endpoints, each with a secret that is shown once',
  change: addEndpoints,
  cases: /endpoint/,
  finds: /once|pages|most-at-once|after/,
  right: endpoints(),
  wrong: {
    'endpoint-secret-once': {
      'has one secret for all': endpoints({ secretOf: () => always }),
      'shows the secret at each read': endpoints({ show: withSecret }),
      'shows the secret in the list': endpoints({ list: withSecret }),
    },
    'list-endpoints-own': {
      'lists deleted ones': endpoints({ isListed: (one, account) => one.account === account }),
      'lists nothing': endpoints({ isListed: () => false }),
      'lists those of every account': endpoints({ isListed: ({ isDeleted }) => !isDeleted }),
    },
    'read-endpoint-gone': {
      'shows what was deleted': endpoints({ isFound: (one, account) => one.account === account }),
      'brings back at a restart what was deleted': endpoints({
        restart(all) {
          for (const one of all) one.isDeleted = false;
        },
      }),
    },
    'add-endpoint-most': {
      'takes any number': endpoints({ most: Infinity }),
      'takes a sixth': endpoints({ most: 6 }),
      'takes four': endpoints({ most: 4 }),
      'counts deleted ones': endpoints({ isCounted: (one, account) => one.account === account }),
      'counts those of every account': endpoints({ isCounted: ({ isDeleted }) => !isDeleted }),
      'refuses the next with another problem': endpoints({ problem: 'invoice_failed' }),
    },
  },
};

const settingsOf = new WeakMap<Memory, Map<string, Fields>>();
const languages = new WeakMap<Memory, Map<string, unknown>>();
const within = <Value>(all: WeakMap<Memory, Map<string, Value>>, memory: Memory): Map<string, Value> => {
  const own = all.get(memory) ?? new Map<string, Value>();
  all.set(memory, own);
  return own;
};
interface Settling {
  keyOf(account: string): string;
  /** Returns the language of a new invoice. */
  choose(sent: unknown, settings: Fields): unknown;
  /** Returns the language to show. `made` is the language that `choose` returned for the invoice. */
  show(made: unknown, settings: Fields, reply: Reply): unknown;
  next(sent: Fields, before: Fields): Fields;
  restart(settings: Map<string, Fields>): void;
}
const usual = { displayName: null, remindAfter: 3600, language: 'en' };
const rightSettling: Settling = {
  keyOf: (account) => account,
  choose: (sent, { language }) => sent ?? language,
  show: (made) => made,
  next: (sent) => sent,
  restart() {},
};
const settling = (changes: Partial<Settling> = {}): FullChanges => {
  const steps = { ...rightSettling, ...changes };
  return {
    restart: (memory) => steps.restart(within(settingsOf, memory)),
    ...onReply((reply, message, memory) => {
      if (reply.status >= 300) return;
      const key = steps.keyOf(accountOf(message, memory));
      const [all, made] = [within(settingsOf, memory), within(languages, memory)];
      const before = all.get(key) ?? usual;
      if (message.path === '/api/v1/settings') {
        const sent = Object.fromEntries(Object.entries(fieldsOf(message) ?? {}).filter(([, value]) => value !== null));
        const next = message.method === 'PUT' ? { ...usual, ...steps.next(sent, before) } : before;
        all.set(key, next);
        reply.body = next;
      } else if (isInvoice(reply)) {
        const body = reply.body as Fields;
        const id = String(body.id);
        if (!made.has(id)) made.set(id, steps.choose(fieldsOf(message)?.language ?? undefined, before));
        const language = steps.show(made.get(id), before, reply);
        reply.body = { ...body, language };
        const invoice = memory.invoices.get(id);
        if (invoice) invoice.shown.language = language;
      }
    }),
  };
};

const language: DrilledChange = {
  name: 'a default that the settings of an account determine',
  change: addLanguage,
  cases: /settings|language|record|restart|idempotency/,
  again: /restarted/,
  right: settling(),
  wrong: {
    'invoice-language-default': {
      'takes English always': settling({ choose: (sent) => sent ?? 'en' }),
      'takes the setting of every account': settling({ keyOf: () => 'all' }),
      'changes the invoices that are there': settling({ show: (_made, settings) => settings.language }),
      'shows the setting of now at a replay': settling({
        show: (made, settings, { headers }) => (headers['Idempotent-Replayed'] === undefined ? made : settings.language),
      }),
      'forgets the settings at a restart': settling({ restart: (settings) => settings.clear() }),
      'keeps the first setting': settling({
        next: (sent, before) => ({ ...sent, ...(before !== usual && { language: before.language }) }),
      }),
      'knows German only': settling({ choose: (sent, settings) => sent ?? (settings.language === 'de' ? 'de' : 'en') }),
    },
    'invoice-language': { 'takes the setting whatever was sent': settling({ choose: (_sent, settings) => settings.language }) },
  },
};

/** Changes that add endpoints or a default language to an account. */
export const accountChanges: readonly DrilledChange[] = [endpoint, language];
