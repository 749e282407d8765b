import type { Case, CaseContext } from '../../src/case/case.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { type RunRecord, readRecord } from './read-record.ts';

/** A case that sends nothing: it judges what the others have recorded. */
interface RecordCase {
  id: string;
  title: string;
  requirement: string;
  /** True if it judges whatever operations, fields, states and problems a contract has. */
  derived?: boolean;
  judge(context: CaseContext, record: RunRecord): Finding[];
}

/** Makes a case that is judged over the whole record, after all others. */
export function judgeRecord({ judge, ...about }: RecordCase): Case {
  return {
    ...about,
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    alone: true,
    judgesRecord: true,
    run: async (context) => judge(context, await readRecord(context)),
  };
}
