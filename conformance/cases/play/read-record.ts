import type { CaseContext } from '../../src/case/case.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { type Shown, shownInvoices } from '../../src/record/shown-invoices.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';

/** Everything that the run has recorded until now. */
export interface RunRecord {
  exchanges: readonly Exchange[];
  shown: readonly Shown[];
  /** Invoices that were shown before the deployment's clock was moved. */
  unmoved: readonly Shown[];
}

/** Reads the record of the run. Inconclusive where there is none. */
export async function readRecord({ contract, subject }: CaseContext): Promise<RunRecord> {
  const { record } = subject.wire;
  if (record === undefined) throw new CaseInconclusive('The whole record of a run is judged once, at its end.');
  // Sent before the run, by a wire of its own.
  const baseline = await sharedCreate(subject);
  const all = record.all.flatMap(({ exchange }) => exchange ?? []);
  const exchanges = all.includes(baseline) ? all : [baseline, ...all];
  const shown = shownInvoices(contract, exchanges);
  if (record.untilMoved === undefined) return { exchanges, shown, unmoved: shown };
  const before = new Set([baseline, ...record.all.slice(0, record.untilMoved).flatMap(({ exchange }) => exchange ?? [])]);
  return { exchanges, shown, unmoved: shown.filter(({ exchange }) => before.has(exchange)) };
}
