import type { Case, DeclareCases } from '../../src/case/case.ts';
import { compareField } from '../../src/checks/compare-field.ts';
import { type Contract, type Operation, operationById, type Requirement, requirementById } from '../../src/contract/contract.ts';
import { isHere } from '../../src/http/connection.ts';
import { type Exchange, hasSucceeded, responseObject } from '../../src/http/exchange.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { stayingFields } from '../../src/record/lasting-fields.ts';
import { strangeHost } from '../../src/record/own-responses.ts';
import { invoiceOf, sharedCreate, sharedFetch } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { echoedValues, knownCallbackUrl } from '../derive/requests/sent-values.ts';
import { deriveResponses } from '../derive/responses/responses.ts';
import { judgeNoCallbackUrl } from '../play/callback-play.ts';
import { fetchedWith } from '../play/create-with.ts';

/** Makes a case for each lasting field: its value in a later response must equal its value in the response of create. */
export const asCreated = (
  contract: Contract,
  operation: Operation,
  requirement: Requirement,
  both: (subject: Subject) => Promise<[created: Exchange, later: Exchange]>,
): Case[] =>
  stayingFields(contract, operation).map((field) => ({
    id: `${operation.slug}/as-created/${field}`,
    title: `${field} is the same in the responses of ${operation.slug.split('-')[0]} and create`,
    requirement: requirement.id,
    operations: ['create-payment', operation.slug],
    derived: true,
    async run({ subject }) {
      const [created, later] = await both(subject);
      invoiceOf(later);
      return compareField(operation, requirement, field, created, later);
    },
  }));

/** Cases for the response to a fetch: each field, and whether it shows the requested invoice as it was created. */
export const answerCases: DeclareCases = (contract) => {
  const fetch = operationById(contract, 'fetchPayment');
  const same = requirementById(contract, 'fetch-reads-what-was-created');
  const compare = (before: Exchange, after: Exchange) =>
    stayingFields(contract, fetch).flatMap((field) => compareField(fetch, same, field, before, after));
  return [
    ...deriveResponses(contract, fetch),
    {
      id: 'fetch-payment/answer/still-there',
      title: 'After other creates, the first invoice of the run is still as it was created',
      requirement: 'fetch-answers-invoice',
      covers: [same.id],
      operations: ['create-payment', 'fetch-payment'],
      alone: true,
      async run({ subject }) {
        const created = await sharedCreate(subject);
        const before = invoiceOf(created);
        // Creates other invoices before the fetch, which reveals a store that keeps only the newest one.
        await Promise.all(Array.from({ length: 8 }, () => subject.create()));
        const exchange = await subject.fetch(before.id);
        if (hasSucceeded(exchange)) return compare(created, exchange);
        const about = { ...insteadOf('the invoice', exchange), exchanges: [created, exchange] };
        return broken(contract, 'fetch-answers-invoice', about);
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
    ...asCreated(contract, fetch, same, async (subject) => [await sharedCreate(subject), await sharedFetch(subject)]),
    {
      id: 'fetch-payment/as-created/again',
      title: 'A second fetch returns the same invoice as the first',
      requirement: same.id,
      operations: [fetch.slug],
      derived: true,
      async run({ subject }) {
        const first = await sharedFetch(subject);
        const second = await subject.fetch(invoiceOf(first).id);
        invoiceOf(second);
        return compare(first, second);
      },
    },
    {
      id: 'fetch-payment/as-created/by-another-name',
      title: 'A fetch that names a strange host and succeeds returns the same URLs, so nobody can lead a payer elsewhere',
      requirement: same.id,
      operations: [fetch.slug],
      derived: true,
      async run({ subject }) {
        const first = await sharedFetch(subject);
        // Changes Host only for a deployment on this machine: a gateway may route by Host, and send the token to another server.
        const header = isHere(first.url) ? 'Host' : 'X-Forwarded-Host';
        const exchange = await subject.send(withHeader(first.request, header, strangeHost));
        const shown = hasSucceeded(exchange) && exchange.answer && responseObject(exchange.answer);
        return shown && shown.id === invoiceOf(first).id ? compare(first, exchange) : [];
      },
    },
  ];
};
