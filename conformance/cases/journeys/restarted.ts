import { paid, shares, submit } from '../../payments/pay.ts';
import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { readDelivery } from '../../src/contract/read-delivery.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { readUntil, startPlay } from '../../src/subject/play.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { readTime } from '../../src/text/read-time.ts';
import { deletedTrials } from '../derive/access/places.ts';
import { changedTrials } from '../derive/requests/kept-changes.ts';
import { settledTrials } from '../derive/requests/settled-defaults.ts';
import { uniqueTrials } from '../derive/requests/unique.ts';
import { numberedTrials } from '../derive/responses/new-objects.ts';
import { attemptsOf, expectCalls, firstAttempts, startCallbackPlay } from '../play/callback-play.ts';
import { isSignedWith, showSignature } from '../play/is-signed-with.ts';
import { create, idOf, type KeyCalls, otherField, outlastsKey, sendAnother, shown } from '../play/key-trial.ts';
import {
  featuresNeeded,
  type Look,
  lastingCases,
  lookForSame,
  onceStill,
  partOf,
  seeRefused,
  type Trial,
  trials,
} from '../play/lasting.ts';
import { accountTrials } from '../play/lasting-accounts.ts';
import { attemptsSoFar, callbackTrials } from '../play/lasting-callbacks.ts';
import { otherAccount, untilSentAgain } from '../play/retried.ts';

const abilityToRestart = ({ subject }: Pick<CaseContext, 'subject'>) =>
  requireAbility(subject, 'restart', 'A deployment that can be ended and started again is needed');

/** Reads the deployment's clock, in seconds, from the createdAt of a new invoice. */
async function readClock({ subject }: CaseContext): Promise<number> {
  const time = readTime(invoiceOf(await subject.create()).createdAt);
  if (Number.isNaN(time)) throw new CaseInconclusive('createdAt is not a time.');
  return time / 1000;
}

/** Returns a function that moves the clock to a number of seconds from now, even if a restart in between has reset it. */
async function timeFromNow(context: CaseContext): Promise<(seconds: number) => Promise<void>> {
  const { subject } = context;
  const move = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
  const began = await readClock(context);
  return async (seconds) => {
    const left = Math.ceil(began + seconds - (await readClock(context)));
    if (left > 0) await move(left, subject.settings);
  };
}

/** A clock in whole seconds may seem to drift from real time by this many seconds between two readings. */
const rounding = 2;

/**
 * Restarts the deployment, once per run. If this resets a moved clock, moves the clock forward again: otherwise payments would
 * be older than their invoices. Then waits for a callback: the first after a restart is slow, and must not prolong later waits.
 */
async function restartOnce(context: CaseContext): Promise<void> {
  const { subject } = context;
  const restart = abilityToRestart(context);
  const timed = await subject.share('time before a restart', async () => {
    const before = subject.wire.advanceTime && (await readClock(context));
    return { before, at: performance.now() };
  });
  await onceStill('restart', () => restart(subject.settings));
  await subject.share('time after a restart', async () => {
    if (timed.before === undefined) return;
    const behind = timed.before + (performance.now() - timed.at) / 1000 - (await readClock(context));
    if (behind > rounding) await subject.wire.advanceTime?.(Math.ceil(behind) + rounding, subject.settings);
  });
  await subject.share('first callback after a restart', () => hearOnce(context).catch(nullIfSkipped));
}

async function hearOnce(context: CaseContext): Promise<void> {
  if (!context.features.has('callbacks')) return;
  const play = await startCallbackPlay(context);
  await paid(play, shares(context.subject).whole);
  await play.mailbox.wait(1, play.listener.settings.wait);
}

/** The minimum time, in milliseconds, for which every deployment keeps a key. */
const keptAtLeast = 23 * 3_600_000;

/** Lifetime of a token that is to expire after the restart, in seconds. */
const tokenLives = 600;

/** How long the response to an attempt is delayed, in milliseconds. The restart happens during this delay. */
const delayed = 3000;

/** Trials whose preparation moves the clock or replaces the secret. They are prepared before all others. */
const moving: readonly Trial[] = [
  {
    id: 'expired-receipt',
    title: 'After a restart, invoices that expired before it are unchanged, send no further event, and know their receipts',
    requirement: 'lifecycle-repeated-receipt/each',
    async prepare(context) {
      const { subject, listener, contract, features } = context;
      const play = await partOf(context);
      const mailbox = listener?.open();
      const unpaid = await startPlay(subject, mailbox && { ...subject.createBody, callbackUrl: mailbox.url });
      // Sends a create with a key before the clock moves, so that the key is hours old when the restart comes.
      const key = crypto.randomUUID();
      const keyed = features.has('idempotency') ? await create(subject, key) : undefined;
      await expireInvoice(subject, unpaid.invoice);
      const expired = await Promise.all(
        [play, unpaid].map(async (one) => ({ play: one, before: await readUntil(one, { status: 'EXPIRED' }) })),
      );
      const told = mailbox ? firstAttempts(await mailbox.wait(1)).length : 0;
      return async () => {
        const same = await lookForSame(contract, expired);
        if (same.received !== undefined) return { ...same, breaks: 'fetch-reads-current-state' };
        const { answer: again } = await submit(play, play.counted[0] as string);
        if (!again || !isSuccess(again))
          return { exchanges: play.exchanges, expected: 'a success', received: String(again?.status) };
        const [made, now] = [keyed, await subject.create()].map((one) => readTime(one && invoiceOf(one).createdAt));
        const isKept = Number(now) - Number(made) < keptAtLeast && !outlastsKey(contract, unpaid.invoice);
        const replay = keyed && isKept ? await create(subject, key) : undefined;
        if (keyed && replay && idOf(replay) !== idOf(keyed)) {
          const expected = `a replay of the create of ${showValue(idOf(keyed))}, whose key is hours old`;
          return { exchanges: [keyed, replay], breaks: 'idempotency-kept-a-day', expected, received: shown(replay) };
        }
        const other = keyed && isKept && otherField(subject);
        if (other) {
          const send: KeyCalls['send'] = (of, { body } = {}) => create(subject, of, body);
          const tried = await sendAnother({ send, features }, key, { ...subject.createBody, ...other }, keyed);
          if (tried.received !== undefined) return { ...tried, breaks: 'idempotency-other-body-refused' };
        }
        const calls = firstAttempts(mailbox?.calls ?? []).length;
        const received = told > 0 && calls > told ? `${calls} events` : undefined;
        return { exchanges: unpaid.exchanges, breaks: 'callback-at-each-change', expected: `${told} event`, received };
      };
    },
  },
  {
    id: 'replaced-secret',
    title: 'A secret that was replaced before a restart still signs after it, whoever owns it, and no longer than without one',
    requirement: 'callback-signed-twice-in-rotation/a-day',
    features: ['lifecycle'],
    derived: true,
    async prepare(context) {
      const { subject } = context;
      const rotate = requireAbility(subject, 'rotateSecret', 'A secret that can be rotated is needed');
      // Opens the mailbox first. If callbacks cannot arrive, the case is skipped here, before the secret is rotated.
      await startCallbackPlay(context);
      const turn = (of: CaseContext): Promise<string> => rotate(of.subject.settings);
      const rotateTwice = async (of: CaseContext) => ({ of, secrets: [await turn(of), await turn(of)] });
      const own = await rotateTwice(context);
      const other = otherAccount(context);
      // Optional, because the adapter may not be able to act on another account.
      const theirs = other && (await rotateTwice(other).catch(() => undefined));
      const { secretOverlap } = readDelivery(context.contract);
      const until = subject.wire.advanceTime && (await timeFromNow(context));
      // Lets a part of the overlap pass before the restart, because a faulty server starts the whole overlap again afterwards.
      await until?.(Math.round(secretOverlap / 12));
      const look = async (replaced: boolean, { of, secrets } = own) => {
        // Uses a new invoice: the restart may have reset the clock, and a payment older than its invoice would not count.
        const play = await startCallbackPlay(of);
        await paid(play, shares(of.subject).whole);
        const [call] = await expectCalls(play, 1);
        // Another case reports that no call came.
        const isRight =
          call === undefined || secrets.every((secret, at) => isSignedWith(secret, call) === (at === 1 || replaced));
        const received = isRight ? undefined : showSignature(call);
        const expected = `a signature of ${replaced ? 'each secret' : 'the new secret only, because the old one has ended'}`;
        return { exchanges: play.exchanges, expected, received };
      };
      return async () => {
        const lookAtOther = theirs?.secrets.every(Boolean) ? look(true, theirs).catch(nullIfSkipped) : null;
        const [within, withinOther] = await Promise.all([look(true), lookAtOther]);
        if (within.received === undefined && withinOther?.received !== undefined) return withinOther;
        if (within.received !== undefined || !until) return within;
        await until(Math.round(secretOverlap * 1.01));
        return look(false);
      };
    },
  },
  attemptsSoFar,
];

/** Trials of things that must not end before the restart: a token, and an attempt of a callback. */
const ending: readonly Trial[] = [
  {
    id: 'expiring-token',
    title: 'A token that was to expire before a restart does so after it',
    requirement: 'token-revoked-at-once/expired',
    async prepare(context) {
      const { subject } = context;
      const mint = requireAbility(subject, 'mintExpiringToken', 'A token that ends by itself is needed');
      const until = await timeFromNow(context);
      const other = withToken(subject, await mint(tokenLives, subject.settings));
      const used = await other.create();
      return async () => {
        await until(tokenLives + 60);
        return seeRefused(used, other, '401 after its time');
      };
    },
  },
  {
    id: 'attempt-under-way',
    title: 'An attempt that a restart interrupted before its response is made again after the restart',
    requirement: 'callback-retried/hang-up',
    features: ['lifecycle'],
    derived: true,
    async prepare(context) {
      requireAbility(context.subject, 'advanceTime', 'A clock that can be moved is needed');
      const play = await startCallbackPlay(context);
      play.mailbox.respond = (count) => ({ status: 204, ...(count === 1 && { after: delayed }) });
      await paid(play, shares(context.subject).whole);
      await expectCalls(play, 1);
      return async () => {
        const [first] = play.mailbox.calls;
        const isOver = (): boolean => first === undefined || first.answered === true || attemptsOf(play).length > 1;
        const { timeout } = readDelivery(context.contract);
        // Waits as long as an attempt lasts, because the deployment may still wait for the response that the restart prevented.
        await untilSentAgain(play, isOver, { pause: timeout });
        await play.mailbox.wait(isOver, isOver() ? 0 : 1.5 * timeout * 1000);
        return { exchanges: play.exchanges, expected: 'a second attempt', received: isOver() ? undefined : 'none' };
      };
    },
  },
];

const moved = 'trials of a restart for which time passes';

/** Prepares the trials in `moving`, once in a run. Leaves out trials of features that the deployment does not claim. */
const prepareMoving = (context: CaseContext): Promise<ReadonlyMap<string, PromiseSettledResult<Look>>> =>
  context.subject.share(moved, async () => {
    const looks = new Map<string, PromiseSettledResult<Look>>();
    // Never prepares two trials at once: if one moved the clock, the invoice or the old secret of the other could expire.
    for (const trial of moving) {
      if (!featuresNeeded(context.contract, trial).every((feature) => context.features.has(feature))) continue;
      const [look] = await Promise.allSettled([trial.prepare(context)]);
      looks.set(trial.id, look);
    }
    return looks;
  });

/** Prepares these trials only after `moving`. Otherwise their invoices could expire when `moving` moves the clock. */
const afterMoving = (some: readonly Trial[]): Trial[] =>
  some.map((trial) => ({
    ...trial,
    async prepare(context) {
      await context.subject.shared(moved);
      return trial.prepare(context);
    },
  }));

/** The trials of `moving`, changed so that all are prepared together. */
const movedTrials = moving.map(
  (trial): Trial => ({
    ...trial,
    async prepare(context) {
      const look = (await prepareMoving(context)).get(trial.id);
      if (look?.status === 'rejected') throw look.reason;
      return look?.value ?? trial.prepare(context);
    },
  }),
);

/** Cases for everything that a restart must leave unchanged. They share one restart. */
export const restartedCases: DeclareCases = (contract) =>
  lastingCases(
    contract,
    'restarted',
    [
      ...movedTrials,
      ...afterMoving([...trials, ...accountTrials, ...callbackTrials, ...ending]),
      ...afterMoving([uniqueTrials, settledTrials, deletedTrials, changedTrials, numberedTrials].flatMap((of) => of(contract))),
    ],
    { when: 'a restart', restarts: true, require: abilityToRestart, happen: restartOnce },
  );
