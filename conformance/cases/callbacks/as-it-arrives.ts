import { AsyncResource } from 'node:async_hooks';
import type { CaseContext, DeclareCases } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { eventOf, expectCalls, startCallbackPlay } from '../play/callback-play.ts';
import { changingFields } from '../play/change-of.ts';
import { read, receiptFor, shares, submit } from '../play/play.ts';

const requirement = 'callback-at-each-change/shown';

/** Cases for a receiver that fetches the invoice during the call. By then, the change must have been committed. */
export const asItArrivesCases: DeclareCases = (contract) => [
  {
    id: 'callbacks/as-it-arrives',
    title: 'fetch shows a change as soon as its event arrives',
    requirement,
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    waits: true,
    run: (context) => fetchAsItArrives(contract, context),
  },
];

async function fetchAsItArrives(contract: Contract, context: CaseContext): Promise<Finding[]> {
  const play = await startCallbackPlay(context);
  const fetched: Promise<Exchange>[] = [];
  // Binds the function to the case, so that the record assigns the fetches during the call to this case.
  play.mailbox.respond = AsyncResource.bind((count: number) => {
    const fetching = play.subject.fetch(play.invoice.id);
    // Handles a failure that nobody awaits because the case has already ended. Otherwise it would end the run.
    fetching.catch(() => undefined);
    fetched[count - 1] = fetching;
    return { status: 204 };
  });
  const { part, rest } = shares(context.subject);
  for (const [at, cents] of [part, rest].entries()) {
    const receipt = await receiptFor(play, cents);
    // Reads just before the change, so that a deployment which caches reads shows the old state afterwards.
    await read(play);
    await submit(play, receipt);
    const call = (await expectCalls(play, at + 1))[at];
    // Another case reports an event that does not come.
    if (call === undefined) return [];
    const exchange = (await fetched[at]) as Exchange;
    const invoice = invoiceOf(exchange);
    const data = (eventOf(call).data ?? {}) as Record<string, unknown>;
    const field = changingFields.find((name) => invoice[name] !== data[name]);
    if (field !== undefined)
      return broken(contract, requirement, {
        member: field,
        expected: `${field}: ${showValue(data[field])}, as the event that has just arrived says`,
        received: `${field}: ${showValue(invoice[field])}`,
        exchanges: [...play.exchanges, exchange],
      });
  }
  return [];
}
