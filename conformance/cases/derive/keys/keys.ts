import type { Case } from '../../../src/case/case.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  findAbout,
  type Operation,
  ownOf,
  type Parameter,
  requirementOf,
} from '../../../src/contract/contract.ts';
import { creatorOf } from '../../../src/contract/main-object.ts';
import { hasSucceeded } from '../../../src/http/exchange.ts';
import { withKey } from '../../../src/http/json-request.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { sleep } from '../../../src/places/places.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { isCallable } from '../../../src/subject/ways-into.ts';
import {
  asStored,
  isToldApart,
  type KeyTrial,
  nothingOther,
  prepareCalls,
  refusedWith,
  sendAnother,
  shown,
} from '../../play/key-trial.ts';
import { mintToken, withoutScopeOf } from '../../play/mint-token.ts';
import { bodyTrials } from './key-bodies.ts';
import { judged, keyForms, ofItsOwn } from './key-forms.ts';

/** Derives cases for an Idempotency-Key: what a repeated request gets, depending on who repeats it and how. */
export function deriveKeys(contract: Contract, operation: Operation): Case[] {
  const parameter = headerOf(operation, 'idempotency-key');
  if (!parameter || !isCallable(contract, operation)) return [];
  const isAllowed = compileSchema(parameter.schema);
  const sample = '0f8fad5b-d9cb-469f-a165-70867728950e';
  if (!isAllowed(sample))
    throw new Error('This contract allows no UUID as an Idempotency-Key, but every case of keys sends one: send another key.');
  const codes = operation.refusals.flatMap((refusal) => refusal.codes);
  const aDay = parameter.keptSeconds === undefined ? [] : deriveOldKeys(parameter.keptSeconds);
  return [...bodyTrials, ...hangUpTrials, ...ownerTrials, ...keyForms(parameter.schema), ...aDay]
    .filter(({ sends }) => sends === undefined || sends(sample).every((one) => isAllowed(one)))
    .filter(({ fits }) => fits === undefined || fits(operation))
    .filter(({ tellsApart }) => !tellsApart || isToldApart(contract, operation))
    .filter(({ problem }) => problem === undefined || codes.includes(problem))
    .flatMap((trial) => trialCase(contract, operation, parameter, trial));
}

function trialCase(contract: Contract, operation: Operation, parameter: Parameter, trial: KeyTrial): Case[] {
  const { requirement: named, isAbout, features = [], problem, movesClock, alone } = trial;
  const id = requirementOf(named);
  const stated = isAbout ? findAbout(operation, id) : (contract.requirements.get(id) ?? ownOf(parameter.requirements));
  if (!stated) return [];
  return [
    {
      id: `${operation.slug}/idempotency/${trial.id}`,
      title: `${operation.slug}: ${trial.title}`,
      requirement: isAbout || stated.id === id ? named.replace(/^[^/]+/, stated.id) : stated.id,
      operations: [...new Set([creatorOf(contract).slug, operation.slug])],
      features: [...new Set([...features, ...(parameter.feature === undefined ? [] : [parameter.feature])])],
      ...(problem !== undefined && { problem }),
      ...(movesClock && { movesClock }),
      ...(alone && { alone }),
      proves: [`${trial.id} of Idempotency-Key of ${operation.id}`],
      async run({ subject, features: claimed }) {
        const calls = await prepareCalls(subject, operation, claimed);
        const { exchanges, expected, received } = await trial.try(calls, crypto.randomUUID());
        if (received === undefined) return [];
        const about = { member: 'Idempotency-Key', pointer: parameter.pointer };
        return broken(contract, stated.id, { ...about, expected, received, exchanges });
      },
    },
  ];
}

/** Milliseconds after which the caller of each call hangs up. */
const hangUps = [0, 3, 10];

/** Milliseconds: how long to repeat a call that is still running after its caller hung up, and the pause between attempts. */
const [longest, pause] = [10_000, 200];

const hangUpTrials: KeyTrial[] = [
  {
    id: 'after-hang-up',
    title: 'A key works again after the caller of its first call closed the connection, whether that call succeeded or not',
    requirement: 'idempotency-keeps-successes-only/failed',
    // While other cases run, the caller might hang up too late, after the response.
    alone: true,
    sends: (key) => hangUps.map((at) => `${key}-${at}`),
    async try({ subject, operation, anew }, key) {
      const calls = await Promise.all(
        hangUps.map(async (cancelAfter) => {
          const [own, { body, send }] = [`${key}-${cancelAfter}`, await anew()];
          const request = withKey(requestFor(operation, body), own);
          return { own, send, first: await subject.wire.send(subject.settings, { ...request, cancelAfter }) };
        }),
      );
      const until = performance.now() + Math.min(longest, subject.settings.timeout);
      for (const { own, send, first } of calls) {
        let again = await send(own);
        while (again.answer?.status === 409 && performance.now() < until) {
          await sleep(pause);
          again = await send(own);
        }
        if (hasSucceeded(again)) continue;
        // Checks whether the call still succeeds with a new key. An earlier call may have changed the object.
        if (!hasSucceeded(await send(crypto.randomUUID()))) continue;
        return { exchanges: [first, again], expected: 'a success when the call is sent again', received: shown(again) };
      }
      return { exchanges: calls.map(({ first }) => first), expected: 'a success' };
    },
  },
];

/** The trials use a key again this many minutes before it expires. Otherwise it could expire during a slow run. */
const left = 10;

/** Derives the trials of a key near the end of its lifetime. */
function deriveOldKeys(kept: number): KeyTrial[] {
  const age = (subject: Subject): Promise<void> =>
    requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed')(kept - left * 60, subject.settings);
  const when = `${left} minutes before ${kept / 3600} hours are over`;
  const trials: KeyTrial[] = [
    {
      id: 'kept-a-day',
      title: `A key is still known ${when}`,
      requirement: 'idempotency-kept-a-day',
      async try({ send, subject, isReplay }, key) {
        const first = await send(key);
        await age(subject);
        const exchanges = [first, await send(key)];
        return asStored(exchanges, isReplay(exchanges[0], exchanges[1]));
      },
    },
    {
      id: 'refused-a-day',
      title: `Another body with the key is still refused ${when}`,
      problem: 'idempotency_key_reused',
      fits: ({ hasBody }) => hasBody,
      requirement: 'idempotency-other-body-refused/for-a-day',
      async try(calls, key) {
        const [other] = calls.others;
        if (other === undefined) throw new CaseSkipped(nothingOther);
        const first = await calls.send(key);
        await age(calls.subject);
        return sendAnother(calls, key, other, first);
      },
    },
  ];
  return trials.map((trial) => ({ ...trial, movesClock: true, try: inTime(trial.try) }));
}

/** Wraps a trial so that it reports nothing if the deployment may already have forgotten the key. */
function inTime(tryOut: KeyTrial['try']): KeyTrial['try'] {
  return async (...given) => {
    const began = performance.now();
    const tried = await tryOut(...given);
    const minutes = (performance.now() - began) / 60_000;
    if (tried.received !== undefined && minutes > left - 1)
      throw new CaseInconclusive(
        `The run took ${Math.round(minutes)} minutes meanwhile, so the deployment may rightly have forgotten the key.`,
      );
    return tried;
  };
}

/** Trials which show whether a key belongs to the account or to the token. */
const ownerTrials: KeyTrial[] = [
  {
    id: 'other-token',
    title: 'Another token of the account replays the key, also one that has only the scope of the operation',
    requirement: 'idempotency-by-account/any-token',
    async try({ send, subject, operation: { scopes }, features, isReplay }, key) {
      const wish = features.has('scopes') && scopes.length > 0 ? { scopes } : {};
      const exchanges = [await send(key), await send(key, { as: await mintToken(subject, wish) })];
      return asStored(exchanges, isReplay(exchanges[0], exchanges[1]));
    },
  },
  {
    id: 'revoked-maker',
    title: 'The account replays a key whose first token has been revoked',
    requirement: 'idempotency-by-account/any-token',
    async try({ send, subject, isReplay }, key) {
      const revoke = requireAbility(subject, 'revokeToken', 'A token that can be revoked is needed');
      const maker = await mintToken(subject, {});
      const first = await send(key, { as: maker });
      if (!hasSucceeded(first))
        throw new CaseInconclusive(`The token from mintToken was refused (${first.answer?.status}): nothing can be replayed.`);
      await revoke(maker.settings.token, subject.settings);
      const exchanges = [first, await send(key)];
      return asStored(exchanges, isReplay(exchanges[0], exchanges[1]));
    },
  },
  {
    id: 'without-scope',
    title: 'A token without the scope cannot replay a key either',
    requirement: 'scope/lacking',
    isAbout: true,
    features: ['idempotency'],
    fits: ({ scopes }) => scopes.length > 0,
    async try({ send, subject, operation, features }, key) {
      const exchanges = [await send(key), await send(key, { as: await withoutScopeOf(subject, operation.id) })];
      return { exchanges, ...refusedWith(exchanges[1], 403, 'insufficient_scope', features) };
    },
  },
  {
    id: 'live-token',
    title: 'A key of a test call is unknown to a live one',
    tellsApart: true,
    requirement: 'test-tokens-apart/key',
    features: ['idempotency'],
    async try({ send, subject, isReplay }, key) {
      const exchanges = [await send(key), await send(key, { as: await mintToken(subject, { live: true }) })];
      return judged(exchanges, `${ofItsOwn}, or a refusal`, !isReplay(exchanges[0], exchanges[1]));
    },
  },
  {
    id: 'other-account',
    title: "Another account's key is another key",
    tellsApart: true,
    requirement: 'idempotency-by-account/other-account',
    async try({ send, subject, operation, isReplay }, key) {
      const exchanges = [await send(key), await send(key, { as: asOther(subject) })];
      // The other account may be refused, because the object in the request does not exist for that account.
      const status = exchanges[1]?.answer?.status ?? 0;
      const right = !isReplay(exchanges[0], exchanges[1]) && (status < 300 || operation.identifies !== undefined);
      return judged(exchanges, ofItsOwn, right);
    },
  },
];
