import type { Case, DeclareCases } from '../../src/case/case.ts';
import { findAbout } from '../../src/contract/contract.ts';
import { operationAt } from '../../src/contract/operation-at.ts';
import { type Exchange, hasSucceeded, responseHeader, responseObject } from '../../src/http/exchange.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import {
  checkAllow,
  checkHeader,
  checkNoServerError,
  checkProblems,
  checkReplays,
  checkUnique,
  repeatedIn,
} from '../../src/record/check-responses.ts';
import { isProblem, type Own, ownResponses } from '../../src/record/own-responses.ts';
import { invoiceOf, sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { judgePage } from '../answers/problem-page.ts';
import { judgeRecord, readRecord } from '../play/judge-record.ts';
import { firstWrong } from '../play/odd-input.ts';
import { derived } from './invoices.ts';

/** How many closed connections a run tolerates. The network may be the reason for one or two. */
const forgiven = 2;

/** How many fetches to send on new connections, in each of two rounds. */
const fetches = 150;

/** Fetches an invoice many times on new connections, and returns the fetches that got no response. */
async function fetchAnew(subject: Subject): Promise<Exchange[]> {
  const { id } = invoiceOf(await sharedCreate(subject));
  const spec = subject.requestOf('fetchPayment', { invoiceId: id });
  spec.headers.push(['Connection', 'close']);
  const { wire, settings } = subject;
  const exchanges: Exchange[] = [];
  for (let at = 0; at < fetches; at += 10)
    exchanges.push(...(await Promise.all(Array.from({ length: 10 }, () => wire.send(settings, spec)))));
  return exchanges.filter(({ hungUp }) => hungUp);
}

const isJson = /^application\/(problem\+)?json\s*(;|$)/i;

/** Makes a case that judges the deployment's own responses, without those of a gateway. */
const ofOwn = (id: string, requirement: string, title: string, judge: (own: Own[]) => Finding[]): Case =>
  derived(id, requirement, title, (_, { exchanges }) => judge(ownResponses(exchanges)));

export const responsesCases: DeclareCases = (contract) => [
  ofOwn('allowed-methods', 'allow-lists-methods', 'Every 405 of the run lists a method of its path in Allow', (own) =>
    checkAllow(contract, own),
  ),
  {
    id: 'record/hang-ups',
    title: 'Fetches on new connections get responses, even if the run saw connections that closed without one',
    requirement: 'fetch-answers-invoice',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    alone: true,
    judgesRecord: true,
    async run(context) {
      const seen = (await readRecord(context)).exchanges.filter(({ hungUp }) => hungUp);
      if (seen.length <= forgiven) return [];
      for (let turn = 1; ; turn++) {
        const closed = await fetchAnew(context.subject);
        if (closed.length <= forgiven - 1) return [];
        // If most fetches fail, the deployment is down, which the run reports elsewhere.
        if (closed.length > fetches / 2) return [];
        // Tries a second time, because a restart or a network failure may have closed the connections of the first try.
        if (turn < 2) continue;
        return broken(contract, 'fetch-answers-invoice', {
          expected: `a response to each of ${fetches} fetches, each on a new connection`,
          received: `${closed.length} connections closed without a response, after ${seen.length} in the run before`,
          exchanges: closed.slice(0, 1),
        });
      }
    },
  },
  ofOwn('media-types', 'answers-are-json', 'Content-Type of every response of the run with a body is JSON', (own) => {
    const expected = 'application/json or application/problem+json';
    const rule = { name: 'Content-Type', isRight: (value: string) => isJson.test(value), expected };
    const withBody = own.filter(({ response }) => response.text !== '');
    return checkHeader(contract, 'answers-are-json', rule, withBody);
  }),
  ofOwn('not-stored', 'answers-not-stored', 'Cache-Control of every response of the run is no-store', (own) => {
    const rule = { name: 'Cache-Control', isRight: (value: string) => /\bno-store\b/i.test(value), expected: 'no-store' };
    return checkHeader(contract, 'answers-not-stored', rule, own);
  }),
  ofOwn(
    'problems',
    'errors-are-problems',
    'Every refusal of the run is a problem of the catalogue that agrees with its response',
    (own) => checkProblems(contract, own),
  ),
  {
    id: 'record/problem-pages',
    title: 'The type of each problem of the run opens a page',
    requirement: 'problem-type-opens',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    derived: true,
    alone: true,
    judgesRecord: true,
    async run(context) {
      const pages = new Map<string, Exchange>();
      for (const { exchange, response } of ownResponses((await readRecord(context)).exchanges)) {
        const code = String(responseObject(response)?.code);
        if (isProblem(response) && contract.problems.has(code) && !pages.has(code)) pages.set(code, exchange);
      }
      return firstWrong([...pages.values()], (exchange) => judgePage(contract, context.subject, exchange));
    },
  },
  judgeRecord({
    id: 'record/replays-told',
    title: 'Idempotent-Replayed is true in a replay, and in no other response of the run',
    requirement: 'idempotency-says-replayed/no-other',
    judge: (_, { exchanges }) => checkReplays(contract, exchanges),
  }),
  derived('server-errors', 'bad-input-is-no-server-error', 'No request of the run led to a 500', (_, { exchanges }) =>
    checkNoServerError(contract, exchanges),
  ),
  derived(
    'success-statuses',
    'submit-status-200',
    'Every success of the run has the status of its operation',
    (_, { exchanges }) =>
      contract.operations.flatMap((operation) => {
        const requirement = findAbout(operation, 'success-status')?.id;
        const other = exchanges.find(
          (one) =>
            hasSucceeded(one) && one.answer?.status !== operation.status && operationAt(contract, one.request) === operation,
        );
        if (requirement === undefined || other === undefined) return [];
        const received = `status ${other.answer?.status}`;
        return broken(contract, requirement, { expected: `status ${operation.status}`, received, exchanges: [other] });
      }),
  ),
  derived('ids-unique', 'create-ids-distinct', 'No two creates of the run made invoices with the same id', (_, { shown }) =>
    checkUnique(contract, 'create-ids-distinct', 'id', shown),
  ),
  judgeRecord({
    id: 'record/notes-unique',
    title: 'No two invoices of the run have the same note',
    requirement: 'invoice-note-unique',
    judge: (_, { shown }) => checkUnique(contract, 'invoice-note-unique', 'note', shown),
  }),
  ofOwn('request-ids', 'request-id-on-every-answer', 'Every response of the run has an X-Request-Id of its own', (own) => {
    const about = { name: 'X-Request-Id', isRight: (value: string) => value !== '', expected: 'an id' };
    const absent = checkHeader(contract, 'request-id-on-every-answer', about, own);
    if (absent.length > 0) return absent;
    return repeatedIn(contract, 'request-id-on-every-answer', {
      field: 'X-Request-Id',
      values: own.map(({ exchange, response }) => [responseHeader(response, 'x-request-id'), exchange]),
      what: `X-Request-Id: a different one in each of ${own.length} responses`,
    });
  }),
];
