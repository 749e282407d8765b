import type { DeclareCases } from '../../src/case/case.ts';
import { checkHeader } from '../../src/record/check-responses.ts';
import { ownResponses } from '../../src/record/own-responses.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Cache-Control of every response of the run is no-store. */
export const notStoredCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/not-stored',
    title: 'Cache-Control of every response of the run is no-store',
    requirement: 'answers-not-stored',
    derived: true,
    judge: ({ contract }, { exchanges }) =>
      checkHeader(
        contract,
        'answers-not-stored',
        { name: 'Cache-Control', isRight: (value) => /\bno-store\b/i.test(value), expected: 'no-store' },
        ownResponses(exchanges),
      ),
  }),
];
