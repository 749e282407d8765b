import type { Case, CaseContext } from '../../src/case/case.ts';
import { type Contract, operationById } from '../../src/contract/contract.ts';
import { type Exchange, type RequestSpec, responseHeader } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { withLimits } from '../play/limit-rates.ts';
import { mintToken } from '../play/mint-token.ts';
import { isLimited, type Spent, spend } from '../play/spend-limit.ts';

/** A limit of an account that was spent, and what others were answered meanwhile. */
interface Scene {
  spent: Spent;
  /** With another token of the account; undefined where none can be minted. */
  byToken?: Exchange;
  /** With a token that lacks the scope. */
  withoutScope?: Exchange;
  /** By another account; undefined where none is known. */
  byOther?: Exchange;
  /** Of the other operations. */
  besides: Exchange[];
}

interface Judgement {
  id: string;
  title: string;
  requirement(word: string): string;
  features?: string[];
  judge(scene: Scene, most: number): { expected: string; received?: string; exchanges: Exchange[] };
}

const seconds = 60;

const judgements: Judgement[] = [
  {
    id: 'exact',
    title: 'lets in as many requests as the limit says, and no fewer',
    requirement: (word) => `${word}-rate-limit`,
    judge: ({ spent: { served, refused } }, most) => ({
      expected: `${most} let in, the others answered 429`,
      ...(served.length !== most && { received: `${served.length} let in, ${refused.length} answered 429` }),
      exchanges: [...served.slice(-1), ...refused.slice(0, 1)],
    }),
  },
  {
    id: 'of-account',
    title: 'counts for the account, whichever of its tokens is used',
    requirement: (word) => `${word}-rate-limit`,
    judge({ byToken }) {
      if (byToken === undefined) throw new CaseSkipped('A further token is needed: give an adapter with mintToken.');
      const received = `${byToken.answer?.status} with another token of the account`;
      return { expected: '429 with any token of the account', ...(!isLimited(byToken) && { received }), exchanges: [byToken] };
    },
  },
  {
    id: 'of-no-other',
    title: 'does not count for another account',
    requirement: (word) => `${word}-rate-limit`,
    judge({ byOther }) {
      if (byOther === undefined) throw new CaseSkipped('A second account is needed: give its token with --other-token.');
      const received = '429 for an account that sent nothing';
      return { expected: 'no 429 for another account', ...(isLimited(byOther) && { received }), exchanges: [byOther] };
    },
  },
  {
    id: 'of-operation',
    title: 'does not count for the other operations',
    requirement: (word) => `${word}-rate-limit`,
    judge({ besides }) {
      const wrong = besides.find(isLimited);
      return {
        expected: 'no 429 for the other operations',
        ...(wrong && { received: `429 at ${wrong.request.path}` }),
        exchanges: wrong ? [wrong] : [],
      };
    },
  },
  {
    id: 'a-minute',
    title: 'is over within a minute',
    requirement: () => 'rate-limit-is-429',
    judge({ spent: { refused } }) {
      const wrong = refused.find((exchange) => {
        const after = exchange.answer && responseHeader(exchange.answer, 'retry-after');
        return !/^\d+$/.test(after ?? '') || Number(after) > seconds + 1 || Number(after) < 1;
      });
      const after = wrong?.answer && responseHeader(wrong.answer, 'retry-after');
      return {
        expected: `Retry-After: 1 to ${seconds}`,
        ...(wrong && { received: `Retry-After: ${after ?? 'absent'}` }),
        exchanges: wrong ? [wrong] : [],
      };
    },
  },
  {
    id: 'told',
    title: 'is told in each response: what it is, and what is left of it',
    requirement: () => 'rate-limit-is-told',
    judge: ({ spent }, most) => judgeTold(spent, most),
  },
  {
    id: 'after-scope',
    title: 'is judged after the scope: a token without it is answered 403',
    requirement: () => 'checks-in-order',
    features: ['scopes', 'rate-limits'],
    judge({ withoutScope }) {
      if (withoutScope === undefined) throw new CaseSkipped('A further token is needed: give an adapter with mintToken.');
      const received = `${withoutScope.answer?.status}`;
      return { expected: '403', ...(isLimited(withoutScope) && { received }), exchanges: [withoutScope] };
    },
  },
];

/** RateLimit and RateLimit-Policy are structured fields: "name";q=60;w=60 and "name";r=59;t=60. */
function judgeTold({ served, refused }: Spent, most: number): ReturnType<Judgement['judge']> {
  const number = (exchange: Exchange, header: string, key: string): number | undefined => {
    const value = exchange.answer && responseHeader(exchange.answer, header);
    const found = new RegExp(`;\\s*${key}=(\\d+)`).exec(value ?? '')?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const all = [...served, ...refused];
  const silent = all.find(
    ({ answer: response }) =>
      response && !(responseHeader(response, 'ratelimit') && responseHeader(response, 'ratelimit-policy')),
  );
  const expected = `RateLimit-Policy with q=${most} and w=${seconds}, and RateLimit with an r that falls`;
  if (silent !== undefined) return { expected, received: `absent in a ${silent.answer?.status}`, exchanges: [silent] };
  const wrong = all.find(
    (exchange) =>
      ![most, undefined].includes(number(exchange, 'ratelimit-policy', 'q')) ||
      ![seconds, undefined].includes(number(exchange, 'ratelimit-policy', 'w')),
  );
  if (wrong !== undefined)
    return {
      expected,
      received: `RateLimit-Policy: ${wrong.answer && responseHeader(wrong.answer, 'ratelimit-policy')}`,
      exchanges: [wrong],
    };
  const left = served.flatMap((exchange) => number(exchange, 'ratelimit', 'r') ?? []);
  const stays = left.length > 1 && new Set(left).size < Math.min(left.length, most) / 2;
  return { expected, ...(stays && { received: `RateLimit: r=${left[0]} again and again` }), exchanges: served.slice(0, 2) };
}

/** Derives the cases of an account's limit on an operation: how many it lets in, and whose it is. */
export function deriveSpentLimit(
  contract: Contract,
  operationId: string,
  most: number,
  bodyOf: (subject: Subject, at: number, invoiceId: unknown) => unknown,
): Case[] {
  const { slug, path } = operationById(contract, operationId);
  const word = slug.split('-')[0] as string;
  const specAs = (subject: Subject, at: number, id: unknown): RequestSpec => jsonRequest(path, bodyOf(subject, at, id));
  return judgements.map(({ id, title, requirement, features, judge }) => ({
    id: `limits/${word}/${id}`,
    title: `The limit of ${most} a minute on ${slug} ${title}`,
    requirement: requirement(word),
    features: features ?? [],
    operations: [slug],
    alone: true,
    async run({ subject }: CaseContext): Promise<Finding[]> {
      const scene = await subject.share(`limit of ${word}`, () => playScene(contract, subject, operationId, most, specAs));
      const { expected, received, exchanges } = judge(scene, most);
      return received === undefined ? [] : broken(contract, requirement(word), { expected, received, exchanges });
    },
  }));
}

async function playScene(
  contract: Contract,
  subject: Subject,
  operationId: string,
  most: number,
  specAs: (subject: Subject, at: number, id: unknown) => RequestSpec,
): Promise<Scene> {
  const { id } = invoiceOf(await sharedCreate(subject));
  requireAbility(subject, 'limitRates', 'Rate limits that can be put on are needed');
  const [further, reading] = await Promise.all([
    orNone(() => mintToken(subject, {})),
    orNone(() => mintToken(subject, { scopes: [operationId === 'fetchPayment' ? 'invoices:write' : 'invoices:read'] })),
  ]);
  const other = await orNone(async () => asOther(subject));
  let scene: Scene | undefined;
  await withLimits(subject, async () => {
    const spent = await spend(subject, most + 3, (at) => specAs(subject, at, id));
    const next = (as: Subject | undefined): Promise<Exchange> | undefined => as?.sendOnce(specAs(as, most + 10, id));
    const [byToken, withoutScope, byOther] = [await next(further), await next(reading), await next(other)];
    const besides = contract.operations
      .filter((one) => one.id !== operationId)
      .map(({ path }) => subject.sendOnce(jsonRequest(path, {})));
    scene = {
      spent,
      besides: await Promise.all(besides),
      ...(byToken && { byToken }),
      ...(withoutScope && { withoutScope }),
      ...(byOther && { byOther }),
    };
    return [];
  });
  return scene as unknown as Scene;
}

async function orNone<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CaseSkipped) return undefined;
    throw error;
  }
}
