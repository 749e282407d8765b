import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { read, startPlay } from '../play/play.ts';

/** Milliseconds by which the clocks of a deployment's servers may differ. */
const apart = 250;

/** An invoice is read within the last second before its expiry. */
export const untilExpiryCases = (contract: Contract): Case[] => [
  {
    id: 'lifecycle/until-expiry',
    title: 'An invoice is open until expiresAt, also within the last second',
    requirement: 'lifecycle-expiry',
    operations: ['create-payment', 'fetch-payment'],
    alone: true,
    async run({ subject }) {
      const advance = requireAbility(subject, 'advanceTime', 'A clock that can be moved is needed');
      const play = await startPlay(subject);
      const [from, to] = [play.invoice.createdAt, play.invoice.expiresAt].map((time) => Date.parse(String(time)));
      // Another case reports times that cannot be read.
      const seconds = Math.ceil(((to as number) - (from as number)) / 1000) - 1;
      if (seconds > 0) await advance(seconds, subject.settings);
      const { status } = await read(play);
      if (status === play.invoice.status) return [];
      // Created after that read, so that its time is later: it tells what the clock showed at most.
      const next = await subject.create();
      if (!(Date.parse(String(invoiceOf(next).createdAt)) + apart < (to as number)))
        throw new CaseSkipped('Responses take too long here for a look at the last second before expiresAt.');
      return broken(contract, 'lifecycle-expiry', {
        member: 'status',
        expected: `status: ${showValue(play.invoice.status)}, as expiresAt is still to come`,
        received: `status: ${showValue(status)}`,
        exchanges: [...play.exchanges, next],
      });
    },
  },
];
