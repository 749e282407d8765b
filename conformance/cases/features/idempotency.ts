import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Case, Finding } from '../../src/engine/case.ts';
import { makeFinding } from '../../src/engine/make-finding.ts';
import { answerHeader, answerObject, type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { jsonRequest, type Subject } from '../../src/subject/subject.ts';

function create(subject: Subject, key: string, body: unknown = subject.createBody, text?: string): Promise<Exchange> {
  const request = jsonRequest(subject.pathOf('createPayment'), body);
  request.headers.push(['Idempotency-Key', key]);
  return subject.send(text === undefined ? request : { ...request, body: text });
}

const idOf = ({ answer }: Exchange): unknown => answer && answerObject(answer)?.id;

interface Attempt {
  id: string;
  title: string;
  requirement: string;
  /** The exchanges, and what is wrong with them: nothing when undefined. */
  try(
    subject: Subject,
    key: string,
    features: ReadonlySet<string>,
  ): Promise<{ exchanges: Exchange[]; expected: string; received?: string }>;
}

const attempts: Attempt[] = [
  {
    id: 'repeated',
    title: 'The same key and body give the same invoice',
    requirement: 'idempotency-replays',
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(subject, key)];
      const same = exchanges[0]?.answer?.text === exchanges[1]?.answer?.text && isSuccess(exchanges[1]?.answer as never);
      return {
        exchanges,
        expected: `the stored body: ${showValue(idOf(exchanges[0] as Exchange))}`,
        ...(!same && { received: showValue(exchanges[1]?.answer?.text) }),
      };
    },
  },
  {
    id: 'says-replayed',
    title: 'Only the repeated answer says that it is one',
    requirement: 'idempotency-says-replayed',
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(subject, key)];
      const said = exchanges.map(({ answer }) => (answer && answerHeader(answer, 'idempotent-replayed')) ?? 'absent');
      const right = said[0] === 'absent' && said[1] === 'true';
      return {
        exchanges,
        expected: 'Idempotent-Replayed: absent, then true',
        ...(!right && { received: `Idempotent-Replayed: ${said.join(', then ')}` }),
      };
    },
  },
  {
    id: 'other-body',
    title: 'The same key with another body is refused',
    requirement: 'idempotency-other-body-refused',
    async try(subject, key, features) {
      const exchanges = [await create(subject, key), await create(subject, key, { ...subject.createBody, isWhiteLabel: true })];
      return { exchanges, ...refusedWith(exchanges[1], 422, 'idempotency_key_reused', features) };
    },
  },
  {
    id: 'other-spelling',
    title: 'White space and the order of members do not make another body',
    requirement: 'idempotency-body-by-value',
    async try(subject, key) {
      const body = subject.createBody;
      const turned = Object.fromEntries(Object.entries(body).reverse());
      const exchanges = [await create(subject, key), await create(subject, key, turned, JSON.stringify(turned, null, 3))];
      const same =
        idOf(exchanges[0] as Exchange) === idOf(exchanges[1] as Exchange) && idOf(exchanges[0] as Exchange) !== undefined;
      return {
        exchanges,
        expected: 'the same invoice',
        ...(!same && { received: `${exchanges[1]?.answer?.status} ${showValue(exchanges[1]?.answer?.text)}` }),
      };
    },
  },
  {
    id: 'quoted',
    title: 'A key in double quotes is the same key',
    requirement: 'idempotency-key-quoted',
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(subject, `"${key}"`)];
      const same =
        idOf(exchanges[0] as Exchange) === idOf(exchanges[1] as Exchange) && idOf(exchanges[0] as Exchange) !== undefined;
      return { exchanges, expected: 'the same invoice', ...(!same && { received: showValue(exchanges[1]?.answer?.text) }) };
    },
  },
  {
    id: 'too-long',
    title: 'A key of 256 characters is refused',
    requirement: 'idempotency-key-form',
    async try(subject, key, features) {
      const exchanges = [await create(subject, key.padEnd(256, 'k'))];
      return { exchanges, ...refusedWith(exchanges[0], 400, 'idempotency_key_invalid', features) };
    },
  },
  {
    id: 'after-failure',
    title: 'A create that failed leaves its key unused',
    requirement: 'idempotency-keeps-successes-only',
    async try(subject, key) {
      const exchanges = [await create(subject, key, {}), await create(subject, key)];
      const right = isSuccess(exchanges[1]?.answer as never);
      return {
        exchanges,
        expected: 'a success',
        ...(!right && { received: `${exchanges[1]?.answer?.status} ${showValue(exchanges[1]?.answer?.text)}` }),
      };
    },
  },
  {
    id: 'at-once',
    title: 'Five creates with one key at once make one invoice',
    requirement: 'idempotency-in-progress-refused',
    async try(subject, key) {
      const exchanges = await Promise.all([1, 2, 3, 4, 5].map(() => create(subject, key)));
      const made = new Set(exchanges.filter(({ answer }) => answer && isSuccess(answer)).map(idOf));
      const others = exchanges.filter(({ answer }) => answer && !isSuccess(answer)).map(({ answer }) => answer?.status);
      const right = made.size === 1 && others.every((status) => status !== undefined && status >= 400 && status < 500);
      return {
        exchanges,
        expected: 'one invoice; 409 for who comes too early',
        ...(!right && { received: `${made.size} invoices; ${others.join(', ')}` }),
      };
    },
  },
  {
    id: 'other-account',
    title: "Another account's key is another key",
    requirement: 'idempotency-by-account',
    async try(subject, key) {
      const exchanges = [await create(subject, key), await create(subject.asOther(), key)];
      const ids = exchanges.map(idOf);
      const right = ids[0] !== ids[1] && ids[1] !== undefined;
      return { exchanges, expected: 'two invoices', ...(!right && { received: showValue(exchanges[1]?.answer?.text) }) };
    },
  },
];

const keptADay: Attempt = {
  id: 'kept-a-day',
  title: 'A key is still known after 23 hours',
  requirement: 'idempotency-kept-a-day',
  async try(subject, key) {
    const first = await create(subject, key);
    await subject.able('advanceTime', 'A clock that can be moved is needed')(23 * 60 * 60, subject.settings);
    const exchanges = [first, await create(subject, key)];
    const same = idOf(exchanges[0] as Exchange) === idOf(exchanges[1] as Exchange);
    return { exchanges, expected: 'the same invoice', ...(!same && { received: showValue(exchanges[1]?.answer?.text) }) };
  },
};

/** Creates under an Idempotency-Key. */
export function idempotencyCases(contract: Contract): Case[] {
  return [...attempts, keptADay].map(({ id, title, requirement, try: attempt }) => ({
    id: `create-payment/idempotency/${id}`,
    title,
    requirement,
    operations: ['create-payment'],
    // Moving the clock expires every other invoice of the run.
    alone: id === keptADay.id,
    async run({ subject, features }): Promise<Finding[]> {
      const { exchanges, expected, received } = await attempt(subject, crypto.randomUUID(), features);
      if (received === undefined) return [];
      return [makeFinding(contract, requirement, { member: 'Idempotency-Key', expected, received, exchanges })];
    },
  }));
}

function refusedWith(
  exchange: Exchange | undefined,
  status: number,
  code: string,
  features: ReadonlySet<string>,
): { expected: string; received?: string } {
  const answer = exchange?.answer;
  // Which status and body refuse is promised by the problem details alone.
  if (!features.has('problem-details') && answer && answer.status >= 400 && answer.status < 500)
    return { expected: 'a 4xx answer' };
  const right = answer?.status === status && answerObject(answer)?.code === code;
  return { expected: `${status} ${code}`, ...(!right && { received: `${answer?.status} ${showValue(answer?.text)}` }) };
}
