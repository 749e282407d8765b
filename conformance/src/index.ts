/** Entry point for programs. Runs the suite as the command does, and returns the result of each case and the report. */

export type { Adapter, Difference, DifferentReceipt, PaymentRequest, TokenWish } from './adapter/adapter.ts';
export type { ConformanceOptions } from './api/conformance-options.ts';
export {
  type ConformanceOutcome,
  type ConformanceRun,
  type ListedCase,
  listCases,
  runConformance,
} from './api/run-conformance.ts';
export { ConformanceError } from './outcome/conformance-error.ts';
export type { Finding } from './outcome/finding.ts';
export type { CaseResult, Verdict } from './outcome/verdict.ts';
export type { Report } from './report/report.ts';
