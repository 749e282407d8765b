import type { CaseContext } from '../case/case.ts';
import { Subject } from '../subject/subject.ts';

/**
 * Minimum number of milliseconds that a callback is assumed to take. Events behind a callback get three times as long to be
 * noticed.
 */
const patience = 150;

/**
 * Makes the context for the second run of a time-keeping case that found something. A loaded deployment may have noticed the
 * response to an attempt only after its clock had been moved, and counted the pause from there, which it may do. Nothing from the
 * first run is shared, so that a real defect shows again.
 */
export function lookAgain(context: CaseContext): CaseContext {
  const { subject, listener } = context;
  return {
    ...context,
    subject: new Subject(subject.contract, subject.settings, subject.wire),
    ...(listener && { listener: { ...listener, slowest: () => Math.max(patience, listener.slowest()) } }),
  };
}
