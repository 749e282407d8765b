import type { DeclareCases } from '../../src/case/case.ts';
import { checkAllow } from '../../src/record/check-responses.ts';
import { ownResponses } from '../../src/record/own-responses.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Every 405 of the run lists a method of its path in Allow. */
export const allowedMethodsCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/allowed-methods',
    title: 'Every 405 of the run lists a method of its path in Allow',
    requirement: 'allow-lists-methods',
    derived: true,
    judge: ({ contract }, { exchanges }) => checkAllow(contract, ownResponses(exchanges)),
  }),
];
