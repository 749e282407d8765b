import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, hasSucceeded, isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadIn, insteadOf } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { lifetimeOf } from '../../src/subject/expire-invoice.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { readTime } from '../../src/text/read-time.ts';
import { mintToken } from '../play/mint-token.ts';
import { type Play, read, readUntil, receiptFor, shares, startPlay, submit } from '../play/play.ts';

/** Milliseconds by which the clocks of a deployment's servers may differ. */
const apart = 250;

/** How many invoices to create to find out how far the clocks of several servers differ. */
const samples = 8;
/** Milliseconds by which two readings of the same time may differ, because they are in whole seconds. */
const rounding = 1000;

/** How many milliseconds before the expiry, at least, each of the two moves of the clock stops. The rest passes in real time. */
const [minute, least] = [60_000, 300];

/** Cases that read an invoice within the last second before its expiry, and submit a receipt within the first second after it. */
export const untilExpiryCases = (contract: Contract): Case[] => [
  {
    id: 'lifecycle/until-expiry',
    title: 'An invoice stays open in the last second before expiresAt, and refuses receipts in the next second',
    requirement: 'lifecycle-expiry/not-before',
    covers: ['lifecycle-expired-is-final'],
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
    covers: ['lifecycle-expired-is-final'],
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    movesClock: true,
    run: ({ subject }) => letLastSecondPass(contract, subject),
  },
];

/** Moves the clock into the last second of two invoices, lets it pass, fetches one and submits a receipt for the other. */
async function letLastSecondPass(contract: Contract, subject: Subject): Promise<Finding[]> {
  const advance = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
  const [looked, paid] = [await startPlay(subject), await startPlay(subject)];
  // A live token is optional here, because a test deployment need not accept it.
  const live = await mintToken(subject, { live: true })
    .then(async (token) => ({ token, created: await token.create() }))
    .catch(() => null);
  const receipt = await receiptFor(paid, shares(subject).whole);
  const created = performance.now();
  let moved = 0;
  const left = (): number => lifetimeOf(paid.invoice) - moved - (performance.now() - created);
  // Moves the clock in two steps and calculates the second step only after the first, because the first may have to wait for
  // other cases.
  for (const kept of [minute, least]) {
    const seconds = Math.floor((left() - kept) / 1000);
    if (seconds > 0) await advance(seconds, subject.settings);
    moved += Math.max(0, seconds) * 1000;
  }
  // If much time is left, the deployment's clock could not be moved far enough, and waiting for the expiry would take too long.
  if (left() > 2 * rounding) throw new CaseSkipped('A look at the last second before expiresAt needs a clock that moves as far.');
  await sleep(Math.max(0, left() + apart));
  const late = await submit(paid, receipt);
  const { status } = await readUntil(looked, { status: 'EXPIRED' });
  const exchanges = live?.created.answer && isSuccess(live.created.answer) ? [live.created] : [];
  const ofLive = live && exchanges[0] && { subject: live.token, invoice: invoiceOf(exchanges[0]), counted: [], exchanges };
  const lasting = ofLive ? (await readUntil(ofLive, { status: 'EXPIRED' })).status : 'EXPIRED';
  return [
    ...judgeLate(contract, paid, late),
    ...judgeStatus(contract, looked.exchanges, status, '"EXPIRED", because expiresAt has passed'),
    ...judgeStatus(contract, exchanges, lasting, '"EXPIRED" of a live invoice too, because expiresAt has passed'),
  ];
}

/** Checks the response to a receipt that was submitted after the expiry. */
function judgeLate(contract: Contract, { exchanges }: Play, late: Exchange): Finding[] {
  if (!hasSucceeded(late)) return [];
  const about = insteadOf('no success, because expiresAt has passed', late);
  return broken(contract, 'lifecycle-expired-is-final', { member: 'webReceipt', ...about, exchanges });
}

/** Checks the status that was read after the expiry. */
function judgeStatus(contract: Contract, exchanges: Exchange[], status: unknown, expected: string): Finding[] {
  return status === 'EXPIRED' ? [] : broken(contract, 'lifecycle-expiry', insteadIn('status', expected, status, exchanges));
}

/** Looks at an invoice before and after its expiry; returns undefined if the last second was over too soon. */
async function look(contract: Contract, subject: Subject): Promise<Finding[] | undefined> {
  const advance = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
  if (!(await clocksAgree(subject))) return undefined;
  const began = performance.now();
  const play = await startPlay(subject);
  const receipt = await receiptFor(play, shares(subject).whole);
  const seconds = Math.ceil(lifetimeOf(play.invoice) / 1000) - 1;
  if (seconds > 0) await advance(seconds, subject.settings);
  const { status } = await read(play);
  if (status !== play.invoice.status) {
    // The createdAt of a new invoice gives the deployment's time. It is later than the read, so if it is before the expiry, the
    // read was too.
    const next = await subject.create();
    const expires = readTime(play.invoice.expiresAt);
    if (!(readTime(invoiceOf(next).createdAt) + apart < expires)) return undefined;
    const expected = `${showValue(play.invoice.status)}, because expiresAt is still to come`;
    return broken(contract, 'lifecycle-expiry', insteadIn('status', expected, status, [...play.exchanges, next]));
  }
  await advance(1, subject.settings);
  await sleep(Math.max(0, began + apart - performance.now()));
  return judgeLate(contract, play, await submit(play, receipt));
}

/** Checks whether all servers of the deployment have the same time. Otherwise an expiry that seems late proves nothing. */
async function clocksAgree(subject: Subject): Promise<boolean> {
  const ahead: number[] = [];
  for (let count = 0; count < samples; count++) {
    const { createdAt } = invoiceOf(await subject.create());
    ahead.push(readTime(createdAt) - performance.now());
  }
  return !(Math.max(...ahead) - Math.min(...ahead) > rounding + apart);
}
