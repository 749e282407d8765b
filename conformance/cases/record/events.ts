import { checkEvents } from '../../payments/check-events.ts';
import type { DeclareCases } from '../../src/case/case.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { callbackSecret, checkSignatures } from '../play/is-signed-with.ts';
import { judgeRecord } from '../play/judge-record.ts';

export const eventsCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/events',
    title: 'Every call of the run is an event with its own id and number, and agrees with the responses about its invoice',
    requirement: 'event-data-is-the-invoice/as-fetched',
    judge({ contract, listener }, { shown }) {
      if (!listener)
        throw new CaseSkipped('Callbacks need an address to come to: give --callback-listen HOST:PORT.', '--callback-listen');
      return checkEvents(contract, listener.heard, shown);
    },
  }),
  judgeRecord({
    id: 'record/signatures',
    title: "Calls for invoices of the run's account are signed with its secret, and no calls for other accounts are",
    requirement: 'callback-signed/verifies',
    tries: ['callback-signed/own-secret'],
    derived: true,
    judge: (context, { shown }) => checkSignatures(context, callbackSecret(context), shown),
  }),
];
