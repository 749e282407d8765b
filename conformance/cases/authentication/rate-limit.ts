import type { Case, CaseContext, DeclareCases } from '../../src/case/case.ts';
import type { Exchange, RequestSpec } from '../../src/http/exchange.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { tokenMark } from '../../src/text/marks.ts';
import {
  askAfter,
  type Exhausted,
  exhaust,
  isRefused,
  isTooLong,
  judge429,
  restToWait,
  secondsToWait,
  sendAll,
  withLimits,
} from '../play/exhaust-limit.ts';
import { mintToken, withoutScopeOf } from '../play/mint-token.ts';
import { specFor } from '../play/play-limit.ts';

/** The responses after the limit on failed authentications was exceeded, and the requests that had to succeed even then. */
interface Played extends Exhausted {
  /** One request of each operation with the run's token, and one fetch with each further token that the deployment knows. */
  right: Exchange[];
  /** A request with a wrong token, sent after the wait that the first refusal asked for. Later refusals must not extend it. */
  after?: Exchange;
}

/** Returns subjects with a live token, a token without the scope, and another account's token. Leaves out rejected tokens. */
async function knownTokens(subject: Subject, features: ReadonlySet<string>, spec: RequestSpec): Promise<Subject[]> {
  const { otherToken } = subject.settings;
  const isTold = features.has('scopes') && features.has('ownership');
  const minting = isTold ? [mintToken(subject, { live: true }), withoutScopeOf(subject, 'fetchPayment')] : [];
  const minted = await Promise.all(minting.map((one) => one.catch(() => null)));
  const all = [...minted, otherToken === undefined ? null : withToken(subject, otherToken)].filter((one) => one !== null);
  const used = await Promise.all(all.map((one) => one.sendOnce(spec)));
  return all.filter((_, at) => used[at]?.answer !== undefined && used[at].answer.status !== 401);
}

/** Makes a fetch of an unknown invoice. A token without the scope gets a 403, and any other known token gets a 404. */
const fetchOf = (subject: Subject): RequestSpec => specFor(subject, 'fetchPayment', 'no-such-invoice');

/** Cases that send more wrong tokens than the limit allows. */
export const rateLimitCases: DeclareCases = (contract) => {
  const { failures: most, seconds, requirement } = contract.wrongTokens;

  const play = ({ subject, features }: CaseContext): Promise<Played> => {
    requireAbility(subject, 'limitRates', 'Rate limits that can be put on are needed');
    return subject.share('limit of failed authentications', async () => {
      // Tries the tokens before it turns the limits on, because an unknown live token would count as a failed authentication.
      const known = await knownTokens(subject, features, fetchOf(subject));
      const turn = () => withLimits(subject, () => exhaustFailures(subject, features, known));
      const played = await turn();
      return isRefused(played.over) ? played : turn();
    });
  };

  const exhaustFailures = async (subject: Subject, features: ReadonlySet<string>, known: readonly Subject[]): Promise<Played> => {
    const wrong = withToken(subject, `not-a-token-${crypto.randomUUID()}`);
    const { operations } = contract;
    // All failures must count towards one limit per address, whatever the operation and the letter case of the scheme.
    const specOf = (count: number): RequestSpec => {
      const spec = specFor(subject, operations[count % operations.length]?.id ?? '', 'no-such-invoice');
      return features.has('scopes') && count % 2 === 1 ? withHeader(spec, 'Authorization', `bearer ${tokenMark}`) : spec;
    };
    const half = Math.floor(most / 2);
    // A revoked token counts as a wrong one. Only the feature `scopes` promises that a revocation takes effect immediately.
    const revoked = features.has('scopes') && (await mintToken(subject, { revoked: true }).catch(nullIfSkipped));
    const first = await sendAll(revoked || wrong, half, specOf);
    // A right token between wrong ones must not reset the count.
    const between = await subject.sendOnce(specOf(0));
    const rest = await exhaust(wrong, most - half, (count) => specOf(count + half));
    const played: Played = { ...rest, within: [...first, ...rest.within], right: [between] };
    if (!isRefused(played.over)) return played;
    for (const [at] of operations.entries()) played.right.push(await subject.sendOnce(specOf(at)));
    for (const one of known) played.right.push(await one.sendOnce(fetchOf(subject)));
    const wait = secondsToWait(played.over);
    if (!subject.wire.advanceTime || wait === undefined || isTooLong(wait, contract.wrongTokens)) return played;
    const early = Math.floor(wait / 2);
    await subject.wire.advanceTime(early, subject.settings);
    const seconds = restToWait(wait, early, await sendAll(wrong, most, specOf));
    if (seconds === undefined) return played;
    return { ...played, after: await askAfter(subject, seconds, specOf(0), wrong) };
  };

  const found = (expected: string, received: string, exchange: Exchange): Finding[] =>
    broken(contract, requirement, { expected, received, exchanges: [exchange] });

  const declare = (
    id: string,
    clause: string,
    title: string,
    judge: (played: Played, features: ReadonlySet<string>) => Finding[],
  ): Case => ({
    id: `authentication/rate-limit${id}`,
    title,
    requirement: `${requirement}/${clause}`,
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    derived: true,
    alone: true,
    run: async (context) => judge(await play(context), context.features),
  });
  const first = declare(
    '',
    'refused',
    `An address is refused with 429 after ${most} wrong or revoked tokens in ${seconds} seconds, at any operations, and not before`,
    ({ within, over }, features) => {
      const early = within.findIndex(isRefused);
      if (early >= 0)
        return found(`429 after ${most}`, `${within[early]?.answer?.status} after ${early}`, within[early] as Exchange);
      if (!isRefused(over)) return found(`429 after ${most}`, `${most + 1} wrong tokens, none refused with 429`, over);
      return judge429(contract, features, over);
    },
  );
  return [
    { ...first, covers: ['rate-limit-is-429'] },
    declare('/right-token', 'known-token', 'A valid token is accepted while wrong ones are refused with 429', ({ right }) => {
      const shut = right.find(({ answer: response }) => response?.status === 429 || response?.status === 401);
      return shut ? found('neither 429 nor 401', `${shut.answer?.status}`, shut) : [];
    }),
    declare('/window', 'ends', `Failed authentications are forgotten after ${seconds} seconds`, ({ over, after }) => {
      const wait = secondsToWait(over) ?? 0;
      if (isRefused(over) && isTooLong(wait, contract.wrongTokens))
        return found(`Retry-After: at most ${seconds}`, `Retry-After: ${wait}`, over);
      return after && isRefused(after) ? found(`401 after Retry-After: ${wait}`, `${after.answer?.status}`, after) : [];
    }),
  ];
};
