import type { CaseContext } from '../case/case.ts';
import { Subject } from '../subject/subject.ts';

/** Milliseconds that a callback is taken for at least: what happens behind it is given three times as long to be noticed. */
const patience = 150;

/**
 * Makes the context in which a case that keeps time looks again, because it found something. A loaded deployment may have
 * noticed the response to an attempt only after its clock had been moved, and counted the pause from there: that is its right.
 * Nothing that was played before is shared, so that a defect shows once more.
 */
export function lookAgain(context: CaseContext): CaseContext {
  const { subject, listener } = context;
  return {
    ...context,
    subject: new Subject(subject.contract, subject.settings, subject.wire),
    ...(listener && { listener: { ...listener, slowest: () => Math.max(patience, listener.slowest()) } }),
  };
}
