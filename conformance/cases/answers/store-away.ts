import { receiptFor, shares, submit } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { Case, CaseContext, DeclareCases } from '../../src/case/case.ts';
import type { Operation } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { unknownPath } from '../../src/contract/operation-at.ts';
import { type Exchange, hasSucceeded, type RequestSpec, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { withKey } from '../../src/http/json-request.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { type Play, read, readUntil, startPlay } from '../../src/subject/play.ts';
import { duringOutage, requireAbility } from '../../src/subject/require-ability.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { judgeCode, withoutHeader } from '../derive/refusals/send-violation.ts';
import { everyOperation, everywhere } from '../play/odd-input.ts';
import { judgeUnavailable } from '../play/outage.ts';

/** The responses during an outage of the store, and after it. */
interface Scene {
  play: Play;
  /** The exchanges during the outage, by operation id. */
  away: Map<string, Exchange>;
  noToken: Exchange;
  /** A request with a token, sent to a path that the contract does not know. */
  noPath: Exchange;
  /** A GET with a token, sent to a path that only takes a POST. */
  noMethod: Exchange;
  /** The invoice as shown once the store is back, before its receipt is submitted again. */
  unchanged: Record<string, unknown>;
  /** A second submission of the receipt, and a second create with the same key, both sent after the outage. */
  again: Record<'submit' | 'create', Exchange>;
}

const requirement = 'unavailable-is-503';

/** Milliseconds to wait after the outage. By then, a deployment that only postponed a refused request has carried it out. */
const sinceOutage = 1500;

function exchangeOf(away: Scene['away'], id: string): Exchange {
  const exchange = away.get(id);
  if (!exchange) throw new Error(`The scene of the outage sends no request for the operation ${id}.`);
  return exchange;
}

interface Judgement extends Pick<Case, 'id' | 'title' | 'derived' | 'features'> {
  judge(scene: Scene, context: CaseContext): Finding[];
}

/** Names the case of an operation by the first word of its slug or, if an earlier operation has that word, by the whole slug. */
const nameOf = ({ slug }: Operation, before: readonly Operation[]): string => {
  const verb = (one: string): string => one.split('-')[0] ?? one;
  return before.some((other) => verb(other.slug) === verb(slug)) ? slug : verb(slug);
};

const judgeOperation = (operation: Operation, before: readonly Operation[]): Judgement => ({
  id: nameOf(operation, before),
  title: `${operation.slug} is refused with 503 and Retry-After while the store is away`,
  derived: true,
  judge({ away }, context) {
    const exchange = exchangeOf(away, operation.id);
    if (exchange.answer === undefined)
      return broken(context.contract, requirement, {
        expected: '503 service_unavailable',
        received: 'no response, three times: the connection was closed, while a request without a token is responded to',
        exchanges: [exchange],
      });
    const findings = judgeUnavailable(context, requirement, 'service_unavailable', exchange);
    const after = responseHeader(exchange.answer, 'retry-after') ?? '';
    if (findings.length > 0 || /^\d+$/.test(after)) return findings;
    const about = { member: 'Retry-After', expected: 'Retry-After: seconds', received: `Retry-After: ${after}` };
    return broken(context.contract, requirement, { ...about, exchanges: [exchange] });
  },
});

const judgements: Judgement[] = [
  {
    id: 'no-token',
    title: 'A request without a token is refused with 401 while the store is away',
    judge: ({ noToken }, { contract, features }) => judgeCode(contract, features, requirement, 'unauthenticated', noToken),
  },
  {
    id: 'no-path',
    title: 'A request for an unknown path or with another method is refused as usual while the store is away',
    judge({ noPath, noMethod }, { contract, features }) {
      const findings = judgeCode(contract, features, requirement, 'not_found', noPath);
      return findings.length > 0 ? findings : judgeCode(contract, features, requirement, 'method_not_allowed', noMethod);
    },
  },
  {
    id: 'nothing-changed',
    title: 'A submit that was refused with 503 has changed nothing, and its receipt counts when it is submitted again',
    judge({ play, unchanged: { status, receiptId }, away, again }, { contract }) {
      const isSame = status === 'PENDING' && receiptId === null;
      if (isSame && hasSucceeded(again.submit)) return [];
      const about = insteadOf('PENDING as before, and a success when the receipt comes again', again.submit);
      return broken(contract, requirement, {
        ...about,
        received: isSame
          ? `${about.received} for the receipt when it came again`
          : `status: ${showValue(status)}, receiptId: ${showValue(receiptId)} after a 503`,
        exchanges: [exchangeOf(away, 'submitReceipt'), ...play.exchanges.slice(-1), again.submit],
      });
    },
  },
  {
    id: 'key-unused',
    title: 'A create that was refused with 503 leaves its key unused',
    features: ['idempotency'],
    judge({ away, again: { create } }, { contract }) {
      const replayed = create.answer && responseHeader(create.answer, 'idempotent-replayed');
      if (hasSucceeded(create) && replayed === undefined) return [];
      const code = create.answer && responseObject(create.answer)?.code;
      const received = `${create.answer?.status}${code === undefined ? '' : ` ${showValue(code)}`}, Idempotent-Replayed: ${replayed ?? 'absent'}`;
      const exchanges = [exchangeOf(away, 'createPayment'), create];
      return broken(contract, requirement, { expected: 'a success without Idempotent-Replayed', received, exchanges });
    },
  },
];

/** Cases which check how every operation responds during an outage of the store, and that no refused request is carried out. */
export const storeAwayCases: DeclareCases = (contract) => [
  ...[...everywhere(contract).map((one, at, all) => judgeOperation(one, all.slice(0, at))), ...judgements].map(
    ({ id, title, derived = false, features, judge }): Case => ({
      id: `answers/store-away/${id}`,
      title,
      requirement,
      operations: everywhere(contract).map(({ slug }) => slug),
      ...(features && { features }),
      derived,
      waits: true,
      disturbs: true,
      async run(context) {
        return judge(await context.subject.share('store away', () => playScene(context.subject)), context);
      },
    }),
  ),
  {
    id: 'answers/store-unavailable',
    title: 'A create is refused with 503 while the store is away',
    requirement,
    operations: ['create-payment'],
    problem: 'service_unavailable',
    async run(context) {
      const { subject } = context;
      const spec = subject.requestOf('createPayment', subject.createBody);
      const away = await duringOutage(subject, 'store', () => subject.sendOnce(spec));
      return judgeUnavailable(context, requirement, 'service_unavailable', away);
    },
  },
];

/** Sends a request up to three times. If its connection closes only once, the cause may be something other than the outage. */
async function sendWhileAway(subject: Subject, spec: RequestSpec): Promise<Exchange> {
  for (let turn = 1; ; turn++)
    try {
      return await subject.sendOnce(spec);
    } catch (error) {
      if (!(error instanceof CaseInconclusive) || !error.unanswered?.hungUp) throw error;
      if (turn === 3) return error.unanswered;
    }
}

async function playScene(subject: Subject): Promise<Scene> {
  // Skips the case, before any payment is made, if the adapter cannot cause an outage.
  requireAbility(subject, 'outage', 'A part that can be taken away is needed');
  const play = await startPlay(subject);
  const receipt = await receiptFor(play, shares(subject).whole);
  const plain = subject.requestOf('createPayment', subject.createBody);
  const create = withKey(plain, crypto.randomUUID());
  const fetch = subject.requestOf('fetchPayment', { invoiceId: play.invoice.id });
  const specs = {
    ...Object.fromEntries((await everyOperation(subject)).map(({ operation, spec }) => [operation.id, spec])),
    createPayment: create,
    submitReceipt: subject.requestOf('submitReceipt', { invoiceId: play.invoice.id, webReceipt: receipt }),
    fetchPayment: fetch,
  };
  const away: Scene['away'] = new Map();
  const [noToken, noPath, noMethod] = await duringOutage(subject, 'store', async () => {
    for (const [id, spec] of Object.entries(specs)) away.set(id, await sendWhileAway(subject, spec));
    return [
      await subject.sendOnce(withoutHeader('Authorization', fetch)),
      await subject.sendOnce({ ...fetch, path: unknownPath(subject.contract) }),
      await subject.sendOnce({ method: 'GET', path: fetch.path, headers: fetch.headers }),
    ] as const;
  });
  // Waits before it reads the invoice, because a refused request must not be carried out later.
  await sleep(sinceOutage);
  const unchanged = await read(play);
  const again = { submit: await submit(play, receipt), create: await subject.send(create) };
  await readUntil(play, { status: stateWhenPaid(subject.contract) });
  return { play, away, noToken, noPath, noMethod, unchanged, again };
}
