import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { lifetimeOf } from '../../src/subject/expire-invoice.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { readTime } from '../../src/text/read-time.ts';
import { mintToken } from '../play/mint-token.ts';
import { read, readUntil, receiptFor, shares, startPlay, submit } from '../play/play.ts';

/** Milliseconds by which the clocks of a deployment's servers may differ. */
const apart = 250;

/** How many invoices are compared to find how much the clocks differ. */
const samples = 8;
/** Milliseconds by which two readings of the same time may differ, because they are in whole seconds. */
const rounding = 1000;

/** Milliseconds left until the expiry after the first and the second move of the clock. The rest passes without a move. */
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
      // Tries a second time, in case something else kept the machine busy.
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
  // A test deployment may know no live token.
  const live = await mintToken(subject, { live: true })
    .then(async (token) => ({ token, created: await token.create() }))
    .catch(() => null);
  const receipt = await receiptFor(paid, shares(subject).whole);
  const created = performance.now();
  let moved = 0;
  const left = (): number => lifetimeOf(paid.invoice) - moved - (performance.now() - created);
  // Moves the clock in two steps. The first may have to wait for other cases, so the second is calculated after it.
  for (const kept of [minute, least]) {
    const seconds = Math.floor((left() - kept) / 1000);
    if (seconds > 0) await advance(seconds, subject.settings);
    moved += Math.max(0, seconds) * 1000;
  }
  // If much time is left, the clock cannot be moved that far, and a wait would take too long.
  if (left() > 2 * rounding) throw new CaseSkipped('A look at the last second before expiresAt needs a clock that moves as far.');
  await sleep(Math.max(0, left() + apart));
  const { answer: response } = await submit(paid, receipt);
  const { status } = await readUntil(looked, { status: 'EXPIRED' });
  const exchanges = live?.created.answer && isSuccess(live.created.answer) ? [live.created] : [];
  const ofLive = live && exchanges[0] && { subject: live.token, invoice: invoiceOf(exchanges[0]), counted: [], exchanges };
  const lasting = ofLive ? (await readUntil(ofLive, { status: 'EXPIRED' })).status : 'EXPIRED';
  return [
    ...(response && isSuccess(response)
      ? broken(contract, 'lifecycle-expired-is-final', {
          member: 'webReceipt',
          expected: 'no success, because expiresAt has passed',
          received: `${response.status} ${showValue(response.text)}`,
          exchanges: paid.exchanges,
        })
      : []),
    ...(status === 'EXPIRED'
      ? []
      : broken(contract, 'lifecycle-expiry', {
          member: 'status',
          expected: 'status: "EXPIRED", because expiresAt has passed',
          received: `status: ${showValue(status)}`,
          exchanges: looked.exchanges,
        })),
    ...(lasting === 'EXPIRED'
      ? []
      : broken(contract, 'lifecycle-expiry', {
          member: 'status',
          expected: 'status: "EXPIRED" of a live invoice too, because expiresAt has passed',
          received: `status: ${showValue(lasting)}`,
          exchanges,
        })),
  ];
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
    // This invoice was created after the read, so the read came before this invoice's createdAt.
    const next = await subject.create();
    const expires = readTime(play.invoice.expiresAt);
    if (!(readTime(invoiceOf(next).createdAt) + apart < expires)) return undefined;
    return broken(contract, 'lifecycle-expiry', {
      member: 'status',
      expected: `status: ${showValue(play.invoice.status)}, because expiresAt is still to come`,
      received: `status: ${showValue(status)}`,
      exchanges: [...play.exchanges, next],
    });
  }
  await advance(1, subject.settings);
  await sleep(Math.max(0, began + apart - performance.now()));
  const { answer: response } = await submit(play, receipt);
  if (!response || !isSuccess(response)) return [];
  return broken(contract, 'lifecycle-expired-is-final', {
    member: 'webReceipt',
    expected: 'no success, because expiresAt has passed',
    received: `${response.status} ${showValue(response.text)}`,
    exchanges: play.exchanges,
  });
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
