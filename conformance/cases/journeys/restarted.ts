import type { Case, CaseContext, DeclareCases } from '../../src/case/case.ts';
import { readDelivery } from '../../src/contract/read-delivery.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { readTime } from '../../src/text/read-time.ts';
import { expectCalls, firstAttempts, startCallbackPlay } from '../play/callback-play.ts';
import { attemptsOf } from '../play/delivery.ts';
import { isSignedWith } from '../play/is-signed-with.ts';
import { featuresNeeded, lastingCases, lookForSame, onceStill, partOf, type Trial, trials } from '../play/lasting.ts';
import { accountTrials } from '../play/lasting-accounts.ts';
import { attemptsSoFar, callbackTrials } from '../play/lasting-callbacks.ts';
import { paid, readUntil, shares, startPlay, submit } from '../play/play.ts';
import { untilSentAgain } from '../play/retried.ts';

/** Returns the adapter's function that restarts the deployment. */
const abilityToRestart = ({ subject }: Pick<CaseContext, 'subject'>) =>
  requireAbility(subject, 'restart', 'A deployment that can be ended and started again is needed');

/**
 * Returns a function that moves the clock until so many seconds have passed since now. It reads the clock from new invoices,
 * because a restart may reset it.
 */
async function timeFromNow({ subject }: CaseContext): Promise<(seconds: number) => Promise<void>> {
  const move = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
  const read = async (): Promise<number> => {
    const time = readTime(invoiceOf(await subject.create()).createdAt);
    if (Number.isNaN(time)) throw new CaseInconclusive('createdAt is not a time.');
    return time / 1000;
  };
  const began = await read();
  return async (seconds) => {
    const left = Math.ceil(began + seconds - (await read()));
    if (left > 0) await move(left, subject.settings);
  };
}

/** Lifetime in seconds of the token that is to expire after the restart. */
const tokenLives = 600;

/** Milliseconds by which the response to an attempt is delayed, so that the deployment is restarted during the attempt. */
const delayed = 3000;

/**
 * Trials that change the secret or the time, on which all other trials depend. Trials with a token or an attempt that must not
 * end before the restart come last.
 */
const disturbing: readonly Trial[] = [
  {
    id: 'expired-receipt',
    title: 'Invoices that expired before a restart are the same after it, send no further event, and know their receipts',
    requirement: 'lifecycle-repeated-receipt/each',
    async prepare(context) {
      const { subject, listener, contract } = context;
      const play = await partOf(context);
      const mailbox = listener?.open();
      const unpaid = await startPlay(subject, mailbox && { ...subject.createBody, callbackUrl: mailbox.url });
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
        const calls = firstAttempts(mailbox?.calls ?? []).length;
        const received = told > 0 && calls > told ? `${calls} events` : undefined;
        return { exchanges: unpaid.exchanges, breaks: 'callback-at-each-change', expected: `${told} event`, received };
      };
    },
  },
  {
    id: 'replaced-secret',
    title: 'A secret that was replaced before a restart signs after it too, and no longer than without one',
    requirement: 'callback-signed-twice-in-rotation/a-day',
    features: ['lifecycle'],
    derived: true,
    async prepare(context) {
      const { subject } = context;
      const rotate = requireAbility(subject, 'rotateSecret', 'A secret that can be rotated is needed');
      // Comes first, so that the secret is not rotated in vain where callbacks cannot arrive.
      await startCallbackPlay(context);
      const secrets = [await rotate(subject.settings), await rotate(subject.settings)];
      const { secretOverlap } = readDelivery(context.contract);
      const until = subject.wire.advanceTime && (await timeFromNow(context));
      // Lets part of the overlap pass, because a restart could wrongly begin it anew.
      await until?.(Math.round(secretOverlap / 12));
      const look = async (replaced: boolean) => {
        // Uses a new invoice, because a restart may reset the clock, and a payment from before its invoice does not count.
        const play = await startCallbackPlay(context);
        await paid(play, shares(subject).whole);
        const [call] = await expectCalls(play, 1);
        // Another case reports that no call came.
        const isRight =
          call === undefined || secrets.every((secret, at) => isSignedWith(secret, call) === (at === 1 || replaced));
        const received = isRight ? undefined : `webhook-signature: ${call.headers['webhook-signature'] ?? 'absent'}`;
        const expected = replaced ? 'a signature of each secret' : 'a signature of the new secret only, as the other is over';
        return { exchanges: play.exchanges, expected, received };
      };
      return async () => {
        const within = await look(true);
        if (within.received !== undefined || !until) return within;
        await until(Math.round(secretOverlap * 1.01));
        return look(false);
      };
    },
  },
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
        const exchanges = [used, await other.create()];
        const status = exchanges[1]?.answer?.status;
        return { exchanges, expected: '401 after its time', received: status === 401 ? undefined : String(status) };
      };
    },
  },
  attemptsSoFar,
  {
    id: 'attempt-under-way',
    title: 'An attempt that was under way at a restart, and got no response, is made again after it',
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
        // Until the attempt's time is over, a deployment may wait for a response that it can no longer get.
        await untilSentAgain(play, isOver, { pause: timeout });
        await play.mailbox.wait(isOver, isOver() ? 0 : 1.5 * timeout * 1000);
        return { exchanges: play.exchanges, expected: 'a second attempt', received: isOver() ? undefined : 'none' };
      };
    },
  },
];

/**
 * Prepares each trial that this deployment allows, restarts the deployment if any was prepared, and returns the checks to make
 * afterwards. Does so once in a run.
 */
const disturb = (context: CaseContext) =>
  context.subject.share('restart of a deployment whose secret and time were moved', async () => {
    const looks = new Map<string, PromiseSettledResult<Awaited<ReturnType<Trial['prepare']>>>>();
    // Prepares them one after another, because an invoice may live only as long as a replaced secret still signs.
    for (const trial of disturbing) {
      if (!featuresNeeded(context.contract, trial, trial.requirement).every((feature) => context.features.has(feature))) continue;
      const [look] = await Promise.allSettled([trial.prepare(context)]);
      looks.set(trial.id, look);
    }
    if ([...looks.values()].some(({ status }) => status === 'fulfilled'))
      await abilityToRestart(context)(context.subject.settings);
    return looks;
  });

/**
 * Cases for everything that a restart must leave unchanged. The contract does not mention restarts, so none of its statements
 * stops applying after one.
 */
export const restartedCases: DeclareCases = (contract) => [
  ...lastingCases('restarted', [...trials, ...accountTrials, ...callbackTrials], {
    when: 'a restart',
    disturbs: true,
    require: abilityToRestart,
    happen: ({ subject }) => onceStill('restart', () => abilityToRestart({ subject })(subject.settings)),
  })(contract),
  ...disturbing.map(
    ({ id, title, requirement, features, derived }): Case => ({
      id: `journeys/restarted/${id}`,
      title,
      requirement,
      ...(features && { features }),
      ...(derived && { derived }),
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      alone: true,
      async run(context) {
        abilityToRestart(context);
        const look = (await disturb(context)).get(id);
        if (look?.status === 'rejected') throw look.reason;
        const { exchanges, expected, received, breaks = requirement } = (await look?.value()) ?? { exchanges: [], expected: '' };
        if (received === undefined) return [];
        return broken(contract, breaks, { expected, received: `${received} after a restart`, exchanges: [...exchanges] });
      },
    }),
  ),
];
