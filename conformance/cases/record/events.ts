import type { DeclareCases } from '../../src/case/case.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { checkEvents } from '../../src/record/check-events.ts';
import { callbackSecret, checkSignatures } from '../play/is-signed-with.ts';
import { judgeRecord } from '../play/judge-record.ts';

/**
 * Cases which check that every call of the run is an event of one invoice, has its own id and number, and agrees with the
 * responses.
 */
export const eventsCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/events',
    title: 'Every call of the run is an event with an id and a number of its own, and says of its invoice what responses say',
    requirement: 'event-data-is-the-invoice/as-fetched',
    judge({ contract, listener }, { shown }) {
      if (!listener)
        throw new CaseSkipped('Callbacks need a place to come to: give --callback-listen HOST:PORT.', '--callback-listen');
      return checkEvents(contract, listener.heard, shown);
    },
  }),
  judgeRecord({
    id: 'record/signatures',
    title: "Every call of the run for an invoice of the run's own token is signed with a secret of its account, and no other is",
    requirement: 'callback-signed/verifies',
    tries: ['callback-signed/own-secret'],
    derived: true,
    judge(context, { shown }) {
      return checkSignatures(context, callbackSecret(context), shown);
    },
  }),
];
