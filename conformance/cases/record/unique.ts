import type { DeclareCases } from '../../src/case/case.ts';
import { responseHeader } from '../../src/http/exchange.ts';
import { checkHeader, checkUnique, repeatedIn } from '../../src/record/check-responses.ts';
import { ownResponses } from '../../src/record/own-responses.ts';
import { judgeRecord } from '../play/judge-record.ts';

export const uniqueCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/ids-unique',
    title: 'No two creates of the run made invoices with the same id',
    requirement: 'create-ids-distinct',
    derived: true,
    judge: ({ contract }, { shown }) => checkUnique(contract, 'create-ids-distinct', 'id', shown),
  }),
  judgeRecord({
    id: 'record/notes-unique',
    title: 'No two invoices of the run have the same note',
    requirement: 'invoice-note-unique',
    judge: ({ contract }, { shown }) => checkUnique(contract, 'invoice-note-unique', 'note', shown),
  }),
  judgeRecord({
    id: 'record/request-ids',
    title: 'Every response of the run has an X-Request-Id of its own',
    requirement: 'request-id-on-every-answer',
    derived: true,
    judge: ({ contract }, { exchanges }) => {
      const own = ownResponses(exchanges);
      const absent = checkHeader(
        contract,
        'request-id-on-every-answer',
        { name: 'X-Request-Id', isRight: (value) => value !== '', expected: 'an id' },
        own,
      );
      if (absent.length > 0) return absent;
      return repeatedIn(contract, 'request-id-on-every-answer', {
        field: 'X-Request-Id',
        values: own.map(({ exchange, response }) => [responseHeader(response, 'x-request-id'), exchange]),
        what: `X-Request-Id: a different one in each of ${own.length} responses`,
      });
    },
  }),
];
