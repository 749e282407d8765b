import type { Case, CaseContext, DeclareCases } from '../../src/case/case.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { isSignedWith } from '../play/is-signed-with.ts';
import { featuresNeeded, lastingCases, onceStill, partOf, type Trial, trials } from '../play/lasting.ts';
import { callbackTrials } from '../play/lasting-callbacks.ts';
import { paid, readUntil, shares, submit } from '../play/play.ts';

/** Returns the adapter's function that restarts the deployment. */
const abilityToRestart = ({ subject }: Pick<CaseContext, 'subject'>) =>
  requireAbility(subject, 'restart', 'A deployment that can be ended and started again is needed');

/** Trials that change the secret or the time, on which all other trials depend. */
const disturbing: readonly Trial[] = [
  {
    id: 'expired-receipt',
    title: 'A receipt that was counted on an invoice that expired before a restart is a repeated one after it',
    requirement: 'lifecycle-repeated-receipt/each',
    async prepare(context) {
      const play = await partOf(context);
      await expireInvoice(play.subject, play.invoice);
      await readUntil(play, { status: 'EXPIRED' });
      return async () => {
        const { answer: again } = await submit(play, play.counted[0] as string);
        const received = again && isSuccess(again) ? undefined : String(again?.status);
        return { exchanges: play.exchanges, expected: 'a success', received };
      };
    },
  },
  {
    id: 'replaced-secret',
    title: 'A secret that was replaced before a restart signs after it too',
    requirement: 'callback-signed-twice-in-rotation/a-day',
    features: ['lifecycle'],
    async prepare(context) {
      const { subject } = context;
      const rotate = requireAbility(subject, 'rotateSecret', 'A secret that can be rotated is needed');
      // First, because without a place for callbacks no secret need be rotated.
      await startCallbackPlay(context);
      const secrets = [await rotate(subject.settings), await rotate(subject.settings)];
      return async () => {
        // A new invoice, because a restart may reset the clock, and a payment from before its invoice does not count.
        const play = await startCallbackPlay(context);
        await paid(play, shares(subject).whole);
        const [call] = await expectCalls(play, 1);
        // Another case reports that no call came.
        const isRight = call === undefined || secrets.every((secret) => isSignedWith(secret, call));
        const received = isRight ? undefined : `webhook-signature: ${call.headers['webhook-signature'] ?? 'absent'}`;
        return { exchanges: play.exchanges, expected: 'a signature of each secret', received };
      };
    },
  },
];

/**
 * Prepares each trial that can be prepared, restarts the deployment if there is one, and returns the checks to make afterwards,
 * once in a run.
 */
const disturb = (context: CaseContext) =>
  context.subject.share('restart of a deployment whose secret and time were moved', async () => {
    const looks = new Map<string, PromiseSettledResult<Awaited<ReturnType<Trial['prepare']>>>>();
    // One after another: an invoice may live as long as a replaced secret signs.
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
  ...lastingCases('restarted', [...trials, ...callbackTrials], {
    when: 'a restart',
    restarts: true,
    require: abilityToRestart,
    happen: ({ subject }) => onceStill('restart', () => abilityToRestart({ subject })(subject.settings)),
  })(contract),
  ...disturbing.map(
    ({ id, title, requirement, features }): Case => ({
      id: `journeys/restarted/${id}`,
      title,
      requirement,
      ...(features && { features }),
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      alone: true,
      async run(context) {
        abilityToRestart(context);
        const look = (await disturb(context)).get(id);
        if (look?.status === 'rejected') throw look.reason;
        const { exchanges, expected, received } = (await look?.value()) ?? { exchanges: [], expected: '' };
        if (received === undefined) return [];
        return broken(contract, requirement, { expected, received: `${received} after a restart`, exchanges: [...exchanges] });
      },
    }),
  ),
];
