import type { Case, CaseContext } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { type Shown, shownInvoices } from '../../src/record/shown-invoices.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Recorder } from '../../src/wire/recorder.ts';

/** A case that sends nothing. It checks the exchanges of all other cases. */
interface RecordCase extends Omit<Case, 'operations' | 'alone' | 'judgesRecord' | 'run'> {
  judge(context: CaseContext, record: RunRecord): Finding[];
}

/** Makes a case that judges the complete record, after all others. */
export function judgeRecord({ judge, ...about }: RecordCase): Case {
  return {
    ...about,
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    alone: true,
    judgesRecord: true,
    run: async (context) => judge(context, await readRecord(context)),
  };
}

interface RunRecord {
  exchanges: readonly Exchange[];
  shown: readonly Shown[];
  /** Invoices from responses that came before the deployment's clock was moved. */
  unmoved: readonly Shown[];
}

/** The latest result of reading each record. Cases share this result until the record has more entries. */
const lastRead = new WeakMap<Recorder, { entries: number; run: RunRecord }>();

/** Evaluates the record of the run. Without a record, the case is inconclusive. */
export async function readRecord({ contract, subject }: CaseContext): Promise<RunRecord> {
  const { record } = subject.wire;
  if (record === undefined) throw new CaseInconclusive('Only a complete run has the record that this case judges.');
  // Adds the baseline, which was sent before the run and is not in its record.
  const baseline = await sharedCreate(subject);
  const last = lastRead.get(record);
  if (last?.entries === record.all.length) return last.run;
  const run = read(contract, record, baseline);
  lastRead.set(record, { entries: record.all.length, run });
  return run;
}

function read(contract: Contract, record: Recorder, baseline: Exchange): RunRecord {
  // Leaves out responses that cannot be decoded, because other cases report them.
  const all = record.all.flatMap(({ exchange }) => (exchange?.answer?.packed === undefined ? (exchange ?? []) : []));
  const exchanges = all.includes(baseline) ? all : [baseline, ...all];
  const shown = shownInvoices(contract, exchanges);
  if (record.untilMoved === undefined) return { exchanges, shown, unmoved: shown };
  const before = new Set([baseline, ...record.all.slice(0, record.untilMoved).flatMap(({ exchange }) => exchange ?? [])]);
  return { exchanges, shown, unmoved: shown.filter(({ exchange }) => before.has(exchange)) };
}
