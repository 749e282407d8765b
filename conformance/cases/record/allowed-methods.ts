import type { DeclareCases } from '../../src/case/case.ts';
import { checkHeader, ownResponses } from '../../src/record/check-responses.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Every 405 of the run lists POST in Allow. */
export const allowedMethodsCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/allowed-methods',
    title: 'Every 405 of the run lists POST in Allow',
    requirement: 'allow-lists-methods',
    derived: true,
    judge: ({ contract }, { exchanges }) =>
      checkHeader(
        contract,
        'allow-lists-methods',
        { name: 'Allow', isRight: (value) => /\bPOST\b/.test(value), expected: 'POST' },
        ownResponses(exchanges).filter(({ response }) => response.status === 405),
      ),
  }),
];
