import type { DeclareCases } from '../../src/case/case.ts';
import { checkReplays } from '../../src/record/check-responses.ts';
import { judgeRecord } from '../play/judge-record.ts';

/** Idempotent-Replayed is true in a replay, and in no other response of the run. */
export const replaysToldCases: DeclareCases = () => [
  judgeRecord({
    id: 'record/replays-told',
    title: 'Idempotent-Replayed is true in a replay, and in no other response of the run',
    requirement: 'idempotency-says-replayed',
    judge: ({ contract }, { exchanges }) => checkReplays(contract, exchanges),
  }),
];
