import { isClaimedProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { findAbout, type Operation, type Schema } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { lawfulBody } from '../../../src/contract/mend-body.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { type Exchange, hasSucceeded, isSuccess, responseHeader } from '../../../src/http/exchange.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import {
  asStored,
  type KeyCalls,
  type KeyTrial,
  nothingOther,
  sameJson,
  sendAnother,
  shown,
  type Tried,
} from '../../play/key-trial.ts';
import { anotherToken, testAndLive } from '../../play/mint-token.ts';
import type { UrlRule } from '../requests/refused-urls.ts';
import { joinedOf, nearUrlsFor, nearValues } from './near-values.ts';

const isSent = ({ hasBody }: { hasBody: boolean }): boolean => hasBody;

const isNumber = ({ type }: Schema = {}): boolean => [type].flat().includes('number');

type Field = [name: string, schema: Schema];

const urlsOf = ({ request }: Operation): Field[] =>
  Object.entries(request.properties ?? {}).filter(([, { format }]) => format === 'uri');

/** Indexes of the fields to try. The key for each field ends in its index. */
const places = [0, 1, 2];

/** For each of these fields, sends a value with a key, similar values with the same key, and the first value again. */
async function tryNear(
  calls: KeyCalls,
  key: string,
  fields: Field[],
  valuesFor: (schema: Schema, name: string) => unknown[],
): Promise<Tried> {
  const { subject, features, operation } = calls;
  const claimed = fields.filter(([, schema]) => isClaimedProperty(subject.contract, schema, features));
  let tried: Tried | undefined;
  for (const [at, [name, schema]] of claimed.slice(0, places.length).entries()) {
    const own = `${key}-${at}`;
    const bodyWith = (value: unknown) => lawfulBody(operation, { ...calls.body, [name]: value }, [name]);
    const [usual, ...others] = valuesFor(schema, name);
    const first = await calls.send(own, { body: bodyWith(usual) });
    if (!hasSucceeded(first)) continue;
    for (const value of others) {
      tried = await sendAnother(calls, own, bodyWith(value), first);
      if (tried.received !== undefined) return tried;
    }
    // Other cases check this response in the run's record: a replay must show a value in the same way as other responses.
    await calls.send(own, { body: bodyWith(usual) });
  }
  if (!tried) throw new CaseSkipped('The deployment accepted no body with these fields.');
  return tried;
}

/** A number that some programs write with a thousands separator or with a final zero. */
const largeNumber = 2000.5;

/** Lists the fields of a request that may be left out or null. */
const nullable = ({ request }: Operation): string[] =>
  Object.entries(request.properties ?? {}).flatMap(([name, { type }]) =>
    [type].flat().includes('null') && !request.required?.includes(name) ? [name] : [],
  );

/** Trials that repeat a key with the same body in various spellings, and with another body. */
export const bodyTrials: KeyTrial[] = [
  {
    id: 'repeated',
    title: 'The same key and body get the same response',
    requirement: 'idempotency-replays/same',
    async try({ send }, key) {
      const [first, again] = [await send(key), await send(key)];
      return asStored([first, again], sameJson(first, again) && hasSucceeded(again));
    },
  },
  {
    id: 'repeated-status',
    title: 'The repeated response has the status of the first',
    requirement: 'success-status',
    isAbout: true,
    features: ['idempotency'],
    fits: (operation) => findAbout(operation, 'success-status') !== undefined,
    async try({ send, operation: { status: right } }, key) {
      const exchanges = [await send(key), await send(key)];
      const statuses = exchanges.map(({ answer: response }) => response?.status);
      const wrong = statuses.some((status) => status !== right);
      return { exchanges, expected: `${right}, then ${right}`, ...(wrong && { received: statuses.join(', then ') }) };
    },
  },
  {
    id: 'third-time',
    title: 'The third and the fourth call with a key get the response of the second',
    requirement: 'idempotency-replays/each-time',
    async try({ send }, key) {
      const exchanges = [await send(key), await send(key), await send(key), await send(key)];
      const wrong = exchanges.find((exchange) => !sameJson(exchanges[0], exchange));
      return { exchanges, expected: `the stored response: ${shown(exchanges[0])}`, ...(wrong && { received: shown(wrong) }) };
    },
  },
  {
    id: 'says-replayed',
    title: 'Every repeated response, and no first one, has Idempotent-Replayed, also for another token and a live one',
    requirement: 'idempotency-says-replayed/replay',
    fits: ({ headers }) => headers.some(({ name }) => name === 'Idempotent-Replayed'),
    async try({ send, subject }, key) {
      const saidBy = (exchanges: Exchange[]): string => {
        const said = exchanges.map(({ answer }) => (answer && responseHeader(answer, 'idempotent-replayed')) ?? 'absent');
        return `Idempotent-Replayed: ${said.join(', then ')}`;
      };
      const exchanges = [await send(key), await send(key), await send(key)];
      const expected = 'Idempotent-Replayed: absent, then true, then true';
      if (saidBy(exchanges) !== expected) return { exchanges, expected, received: saidBy(exchanges) };
      const [other, live] = await testAndLive(subject).catch(() => []);
      const own = crypto.randomUUID();
      for (const replayed of [
        ...(other ? [[exchanges[0] as Exchange, await send(key, { as: other })]] : []),
        ...(live ? [[await send(own, { as: live }), await send(own, { as: live })]] : []),
      ]) {
        const wanted = 'Idempotent-Replayed: absent, then true';
        const said = saidBy(replayed);
        if (replayed.every(hasSucceeded) && said !== wanted) return { exchanges: replayed, expected: wanted, received: said };
      }
      return { exchanges, expected };
    },
  },
  {
    id: 'other-body',
    problem: 'idempotency_key_reused',
    title: 'The same key with another body is refused, whichever field differs',
    requirement: 'idempotency-other-body-refused/other',
    fits: isSent,
    async try(calls, key) {
      if (calls.others.length === 0) throw new CaseSkipped(nothingOther);
      const first = await calls.send(key);
      for (const body of calls.others) {
        const tried = await sendAnother(calls, key, body, first);
        if (tried.received !== undefined) return tried;
      }
      return { exchanges: [first], expected: '422 idempotency_key_reused' };
    },
  },
  {
    id: 'after-other-body',
    title: 'The first body is still replayed after another one was refused for its key',
    requirement: 'idempotency-replays/each-time',
    fits: isSent,
    async try({ send, others: [other], isReplay }, key) {
      if (other === undefined) throw new CaseSkipped(nothingOther);
      const exchanges = [await send(key), await send(key, { body: other }), await send(key)];
      return asStored(exchanges, isReplay(exchanges[0], exchanges[2]));
    },
  },
  {
    id: 'other-url',
    problem: 'idempotency_key_reused',
    title: 'The same key with a URL that differs only in its path, its query, its fragment or its spelling is refused',
    requirement: 'idempotency-other-body-refused/near',
    sends: (key) => places.map((at) => `${key}-${at}`),
    fits: (operation) => urlsOf(operation).length > 0,
    try: (calls, key) => tryNear(calls, key, urlsOf(calls.operation), nearUrlsFor),
  },
  {
    id: 'other-part',
    problem: 'idempotency_key_reused',
    title:
      'The same key is refused if only part of a list or an object differs, or only one of several fields that belong together',
    requirement: 'idempotency-other-body-refused/near',
    sends: (key) => places.map((at) => `${key}-${at}`),
    fits: (operation) => joinedOf(operation).length > 0,
    try: (calls, key) =>
      tryNear(calls, key, joinedOf(calls.operation), (schema, name) => {
        const sample = sampleOf(schema, name);
        return [sample, ...nearValues(schema, sample)];
      }),
  },
  {
    id: 'other-spelling',
    title: 'White space and the order of fields do not make another body',
    requirement: 'idempotency-body-by-value/spelling',
    fits: isSent,
    async try({ send, body, isReplay }, key) {
      const turned = Object.fromEntries(Object.entries(body).reverse());
      const exchanges = [await send(key), await send(key, { body: turned, text: JSON.stringify(turned, null, 3) })];
      return asStored(exchanges, isReplay(exchanges[0], exchanges[1]));
    },
  },
  {
    id: 'null-is-absent',
    title: 'Null for a field that may be left out does not make another body',
    requirement: 'idempotency-body-by-value/left-out',
    features: ['strict-requests'],
    fits: (operation) => nullable(operation).length > 0,
    async try({ send, body, operation, isReplay }, key) {
      const left = nullable(operation).filter((name) => !Object.hasOwn(body, name));
      const nulls = Object.fromEntries(left.map((name) => [name, null]));
      const exchanges = [await send(key), await send(key, { body: { ...body, ...nulls } })];
      return asStored(exchanges, isReplay(exchanges[0], exchanges[1]));
    },
  },
  {
    id: 'amount-otherwise',
    title: 'Another spelling of a number does not make another body',
    requirement: 'idempotency-body-by-value/numbers',
    fits: ({ request }) => (request.required ?? []).some((name) => isNumber(request.properties?.[name])),
    async try({ send, body, operation, isReplay }, key) {
      const members = Object.entries(body);
      const other = members.findIndex(
        ([name, value]) => isNumber(operation.request.properties?.[name]) && /^-?[\d.]+$/.test(`${value}`),
      );
      const texts = members.map(([name, value], at) => {
        if (at !== other) return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
        const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
        return `"${escaped}":${value}${Number.isInteger(value) ? '.' : ''}00e0`;
      });
      if (other < 0) throw new CaseSkipped('No number of the body can be written in another way.');
      const text = `{${texts.join()}}`;
      let exchanges = [await send(key), await send(key, { text })];
      const [name = ''] = members[other] ?? [];
      const large = lawfulBody(operation, { ...body, [name]: largeNumber }, [name]);
      if (isReplay(exchanges[0], exchanges[1]) && compileSchema(operation.request)(large)) {
        const own = crypto.randomUUID();
        const first = await send(own, { body: large });
        const again = JSON.stringify(large).replace(String(largeNumber), `${largeNumber}0`);
        // A deployment may refuse this body with its large number. In that case, the first two exchanges are judged.
        if (hasSucceeded(first)) exchanges = [first, await send(own, { body: large, text: again })];
      }
      return asStored(exchanges, isReplay(exchanges[0], exchanges[1]));
    },
  },
  {
    id: 'after-failure',
    title: 'A call that failed leaves its key unused',
    requirement: 'idempotency-keeps-successes-only/failed',
    fits: ({ hasBody, request }) => hasBody && (request.required ?? []).length > 0,
    async try({ send, operation, body }, key) {
      const withUser = urlsOf(operation).filter(([, schema]) => (schema['x-url'] as UrlRule | undefined)?.user === false);
      const bodies = [{}, ...withUser.map(([name]) => ({ ...body, [name]: 'https://user@example.com/' }))];
      let exchanges: Exchange[] = [];
      for (const [at, wrong] of bodies.entries()) {
        const own = at === 0 ? key : crypto.randomUUID();
        const failed = await send(own, { text: JSON.stringify(wrong) });
        // If the deployment accepts the wrong body, another case reports it.
        if (hasSucceeded(failed)) continue;
        const again = await send(own);
        exchanges = [failed, again];
        if (!hasSucceeded(again)) return { exchanges, expected: 'a success', received: shown(again) };
      }
      return { exchanges, expected: 'a success' };
    },
  },
  {
    id: 'at-once',
    problem: 'idempotency_in_progress',
    title: 'Five calls with one key at once have one effect, even with two tokens of the account',
    requirement: 'idempotency-in-progress-refused',
    async try({ send, subject, effectOf }, key) {
      const as = await anotherToken(subject);
      const exchanges = await Promise.all([1, 2, 3, 4, 5].map((at) => send(key, at % 2 === 0 ? { as } : {})));
      const made = new Set(exchanges.filter(hasSucceeded).map(effectOf));
      const others = exchanges.flatMap(({ answer }) => (answer && !isSuccess(answer) ? answer.status : []));
      const right = made.size === 1 && others.every((status) => status >= 400 && status < 500);
      const received = [`${made.size} effects`, others.join(', ')].filter(Boolean).join('; ');
      return { exchanges, expected: 'one effect; 409 for a call that comes too early', ...(!right && { received }) };
    },
  },
  {
    id: 'at-once-with-others',
    title: 'Calls with one key and several bodies at once have one effect',
    requirement: 'idempotency-other-body-refused/at-once',
    fits: isSent,
    async try({ send, body, others, effectOf }, key) {
      const exchanges = await Promise.all([body, ...others.slice(0, 3)].map((one) => send(key, { body: one })));
      const made = new Set(exchanges.filter(hasSucceeded).map(effectOf));
      const wrong = made.size > 1 && { received: `${made.size} effects: ${showValue([...made])}` };
      return { exchanges, expected: 'one effect: a key is for one body', ...wrong };
    },
  },
];
