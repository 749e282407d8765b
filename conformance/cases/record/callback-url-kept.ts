import type { DeclareCases } from '../../src/case/case.ts';
import { judgeRecord } from '../play/judge-record.ts';
import { judgeNoCallbackUrl } from '../play/no-callback-url.ts';

/** No response of the run tells the address that callbacks are sent to. */
export const callbackUrlKeptCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/callback-url-kept',
    title: 'No invoice of the run shows its callbackUrl, whatever its state and in whichever response',
    requirement: 'invoice-without-callback-url',
    judge({ contract }, { shown }) {
      const told = shown.find(({ invoice }) => Object.hasOwn(invoice, 'callbackUrl'));
      return told ? judgeNoCallbackUrl(contract, told.exchange) : [];
    },
  }),
];
