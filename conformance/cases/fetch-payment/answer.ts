import type { DeclareCases } from '../../src/case/case.ts';
import { compareField } from '../../src/checks/compare-field.ts';
import { operationById, requirementById } from '../../src/contract/contract.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { stayingFields } from '../../src/record/lasting-fields.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { echoedValues, knownCallbackUrl } from '../derive/requests/sent-values.ts';
import { deriveResponses } from '../derive/responses/responses.ts';
import { judgeNoCallbackUrl } from '../play/callback-play.ts';
import { fetchedWith } from '../play/create-with.ts';

/** Cases for the response to a fetch: each field, and whether it shows the requested invoice. */
export const answerCases: DeclareCases = (contract) => [
  ...deriveResponses(contract, 'fetchPayment'),
  {
    id: 'fetch-payment/answer/still-there',
    title: 'After other creates, the first invoice of the run is still as it was created',
    requirement: 'fetch-answers-invoice',
    covers: ['fetch-reads-what-was-created'],
    operations: ['create-payment', 'fetch-payment'],
    alone: true,
    async run({ subject }) {
      const created = await sharedCreate(subject);
      const before = invoiceOf(created);
      // Creates other invoices before the fetch, which reveals a store that keeps only the newest one.
      await Promise.all(Array.from({ length: 8 }, () => subject.create()));
      const exchange = await subject.fetch(before.id);
      if (!exchange.answer || !isSuccess(exchange.answer)) {
        return broken(contract, 'fetch-answers-invoice', {
          ...insteadOf('the invoice', exchange),
          exchanges: [created, exchange],
        });
      }
      const fetch = operationById(contract, 'fetchPayment');
      const same = requirementById(contract, 'fetch-reads-what-was-created');
      return stayingFields(contract, fetch).flatMap((field) => compareField(fetch, same, field, created, exchange));
    },
  },
  {
    id: 'fetch-payment/answer/no-callback-url',
    title: 'The response of fetch-payment never holds callbackUrl',
    requirement: 'invoice-without-callback-url',
    operations: ['create-payment', 'fetch-payment'],
    // Sends the other optional fields as well, so that record/echoes can check this fetch too.
    run: async ({ subject, features }) =>
      judgeNoCallbackUrl(
        contract,
        await fetchedWith(subject, { ...echoedValues(contract, features), callbackUrl: knownCallbackUrl }),
      ),
  },
];
