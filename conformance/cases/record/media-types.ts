import type { DeclareCases } from '../../src/case/case.ts';
import { checkHeader } from '../../src/record/check-responses.ts';
import { ownResponses } from '../../src/record/own-responses.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Content-Type of every response of the run that has a body is JSON. */
export const mediaTypesCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/media-types',
    title: 'Content-Type of every response of the run that has a body is JSON',
    requirement: 'answers-are-json',
    derived: true,
    judge: ({ contract }, { exchanges }) =>
      checkHeader(
        contract,
        'answers-are-json',
        {
          name: 'Content-Type',
          isRight: (value) => /^application\/(problem\+)?json\s*(;|$)/i.test(value),
          expected: 'application/json or application/problem+json',
        },
        ownResponses(exchanges).filter(({ response }) => response.text !== ''),
      ),
  }),
];
