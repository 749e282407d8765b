import type { DeclareCases } from '../../src/case/case.ts';
import { checkPaymentUrls } from '../../src/record/check-payment-urls.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Every invoice of the run is paid at a URL of its own. */
export const paymentUrlsCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/payment-urls',
    title: 'The paymentUrl of every invoice of the run ends in /pay/ and its id',
    requirement: 'invoice-payment-url-form',
    judge: ({ contract }, { shown }) => checkPaymentUrls(contract, shown),
  }),
];
