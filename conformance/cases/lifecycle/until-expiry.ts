import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { sleep } from '../../src/places/places.ts';
import { lifetimeOf } from '../../src/subject/expire-invoice.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { readTime } from '../../src/text/read-time.ts';
import { read, receiptFor, shares, startPlay, submit } from '../play/play.ts';

/** Milliseconds by which the clocks of a deployment's servers may differ. */
const apart = 250;

/** Invoices that show how far they differ, and the most that times in whole seconds differ by themselves, in milliseconds. */
const samples = 8;
const rounding = 1000;

/** An invoice is read within the last second before its expiry, and is sent a receipt within the first after it. */
export const untilExpiryCases = (contract: Contract): Case[] => [
  {
    id: 'lifecycle/until-expiry',
    title: 'An invoice is open until expiresAt, also within the last second, and takes no receipt in the next',
    requirement: 'lifecycle-expiry',
    covers: ['lifecycle-expired-is-final'],
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    alone: true,
    async run({ subject }) {
      // Once more where something else kept the machine busy.
      const findings = (await look(contract, subject)) ?? (await look(contract, subject));
      if (findings) return findings;
      throw new CaseSkipped('A look at the last second before expiresAt needs quick responses, and servers whose clocks agree.');
    },
  },
];

/** Looks at an invoice before and after its expiry; returns undefined where the last second was over too soon. */
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
    // Created after that read, so that its time is later: it tells what the clock showed at most.
    const next = await subject.create();
    const expires = readTime(play.invoice.expiresAt);
    if (!(readTime(invoiceOf(next).createdAt) + apart < expires)) return undefined;
    return broken(contract, 'lifecycle-expiry', {
      member: 'status',
      expected: `status: ${showValue(play.invoice.status)}, as expiresAt is still to come`,
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
    expected: 'no success, as expiresAt has passed',
    received: `${response.status} ${showValue(response.text)}`,
    exchanges: play.exchanges,
  });
}

/** Tells if the servers behind the deployment's name show one time: clocks that are seconds apart are no defect. */
async function clocksAgree(subject: Subject): Promise<boolean> {
  const ahead: number[] = [];
  for (let count = 0; count < samples; count++) {
    const { createdAt } = invoiceOf(await subject.create());
    ahead.push(readTime(createdAt) - performance.now());
  }
  return !(Math.max(...ahead) - Math.min(...ahead) > rounding + apart);
}
