import { facts } from '../../payments/facts.ts';
import { receiptFor, shares, submit } from '../../payments/pay.ts';
import type { Case, CaseContext } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, hasSucceeded } from '../../src/http/exchange.ts';
import { CaseSkipped, nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadIn, insteadOf } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { lifetimeOf } from '../../src/subject/expire-invoice.ts';
import { type Play, read, readUntil, startPlay } from '../../src/subject/play.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { readTime } from '../../src/text/read-time.ts';
import { expectCalls, findingsOf, startCallbackPlay } from '../play/callback-play.ts';
import { apart } from '../play/exhaust-limit.ts';
import { mintToken } from '../play/mint-token.ts';

/** How many invoices to create to find out how far the clocks of several servers differ. */
const samples = 8;

/** Milliseconds by which two readings of the same time may differ, because they are in whole seconds. */
const rounding = 1000;

/** Cases that read an invoice within the last second before its expiry, and submit a receipt within the first second after it. */
export const untilExpiryCases = (contract: Contract): Case[] => [
  {
    id: 'lifecycle/until-expiry',
    title: 'An invoice stays open in the last second before expiresAt; in the next, fetch shows EXPIRED, and submit refuses',
    requirement: 'lifecycle-expiry/not-before',
    covers: ['lifecycle-expired-is-final', 'lifecycle-read'],
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    alone: true,
    async run({ subject }) {
      // Tries again if the last second was over too soon, because another process may have slowed down the machine.
      const findings = (await look(contract, subject)) ?? (await look(contract, subject));
      if (findings) return findings;
      throw new CaseSkipped('A look at the last second before expiresAt needs quick responses, and servers whose clocks agree.');
    },
  },
  {
    id: 'lifecycle/until-expiry/by-itself',
    title: 'An invoice, also a live one, expires as soon as real time reaches expiresAt, not only at the next sweep',
    requirement: 'lifecycle-expiry/by-itself',
    covers: ['lifecycle-expired-is-final', 'callback-at-each-change'],
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    alone: true,
    run: (context) => letLastSecondPass(context),
  },
];

/**
 * Moves the clock to the second before two invoices expire, and waits until they have expired. Then submits a receipt for one
 * and fetches the other. The other's event must come even if the deployment notices the expiry only at the fetch.
 */
async function letLastSecondPass(context: CaseContext): Promise<Finding[]> {
  const { contract, subject } = context;
  const advance = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
  const heard = context.features.has('callbacks') ? await startCallbackPlay(context).catch(nullIfSkipped) : null;
  const [looked, paid] = [heard ?? (await startPlay(subject)), await startPlay(subject)];
  // A live token is optional here, because a test deployment need not accept it.
  const live = await mintToken(subject, { live: true })
    .then((token) => startPlay(token))
    .catch(() => null);
  const receipt = await receiptFor(paid, shares(subject).whole);
  const created = performance.now();
  const lifetime = lifetimeOf(facts, paid.invoice);
  const seconds = Math.max(0, Math.floor((lifetime - 300) / 1000));
  if (seconds > 0) await advance(seconds, subject.settings);
  const left = (): number => lifetime - 1000 * seconds - (performance.now() - created);
  // If much time is left, the clock could not be moved far enough, and waiting for the expiry would take too long.
  if (left() > 2 * rounding) throw new CaseSkipped('A look at the last second before expiresAt needs a clock that moves as far.');
  await sleep(Math.max(0, left() + apart));
  const findings = judgeLate(contract, paid, await submit(paid, receipt));
  for (const play of live ? [looked, live] : [looked]) {
    const { status } = await readUntil(play, { status: 'EXPIRED' });
    const expected = `"EXPIRED"${play === live ? ' of a live invoice too' : ''}, because expiresAt has passed`;
    const wrong = insteadIn('status', expected, status, play.exchanges);
    if (status !== 'EXPIRED') findings.push(...broken(contract, 'lifecycle-expiry', wrong));
  }
  if (heard && findings.length === 0 && (await expectCalls(heard, 1)).length === 0)
    return findingsOf(contract, 'callback-at-each-change', heard, { expected: 'an event of the expiry', received: 'no call' });
  return findings;
}

/** Checks the response to a receipt that was submitted after the expiry. */
function judgeLate(contract: Contract, { exchanges }: Play, late: Exchange): Finding[] {
  if (!hasSucceeded(late)) return [];
  const about = insteadOf('no success, because expiresAt has passed', late);
  return broken(contract, 'lifecycle-expired-is-final', { member: 'webReceipt', ...about, exchanges });
}

/** Looks at an invoice before and after its expiry; returns undefined if the last second was over too soon. */
async function look(contract: Contract, subject: Subject): Promise<Finding[] | undefined> {
  const advance = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
  if (!(await clocksAgree(subject))) return undefined;
  const began = performance.now();
  // Fetches one invoice and submits a receipt for another, because a submission may refresh a copy that fetch returns.
  const [play, fetched] = [await startPlay(subject), await startPlay(subject)];
  const receipt = await receiptFor(play, shares(subject).whole);
  const seconds = Math.ceil(lifetimeOf(facts, play.invoice) / 1000) - 1;
  if (seconds > 0) await advance(seconds, subject.settings);
  const { status } = await read(fetched);
  if (status !== fetched.invoice.status) {
    // If an invoice created after the read has a createdAt before the expiry, the read was before the expiry too.
    const next = await subject.create();
    const expires = readTime(fetched.invoice.expiresAt);
    if (!(readTime(invoiceOf(next).createdAt) + apart < expires)) return undefined;
    const expected = `${showValue(fetched.invoice.status)}, because expiresAt is still to come`;
    return broken(contract, 'lifecycle-expiry', insteadIn('status', expected, status, [...fetched.exchanges, next]));
  }
  await advance(1, subject.settings);
  await sleep(Math.max(0, began + apart - performance.now()));
  const findings = judgeLate(contract, play, await submit(play, receipt));
  const { status: late } = await readUntil(fetched, { status: 'EXPIRED' });
  const wrong = insteadIn('status', '"EXPIRED", although it was fetched just before', late, fetched.exchanges);
  return late === 'EXPIRED' ? findings : [...findings, ...broken(contract, 'lifecycle-read', wrong)];
}

/** Checks whether all servers of the deployment have the same time. If not, an expiry that seems late proves nothing. */
async function clocksAgree(subject: Subject): Promise<boolean> {
  const ahead: number[] = [];
  for (let count = 0; count < samples; count++) {
    const { createdAt } = invoiceOf(await subject.create());
    ahead.push(readTime(createdAt) - performance.now());
  }
  return !(Math.max(...ahead) - Math.min(...ahead) > rounding + apart);
}
