import { groupBy } from '../../group-by.ts';
import { showUnseen } from '../../text/encode-output.ts';
import type { SelfCheck } from '../report.ts';

/** Renders how many tamperings the suite saw, and those that it did not. */
export function renderSelfCheck({ tamperings, seen, unseen, reread, notReread }: SelfCheck): string[] {
  const cases = (count: number): string => `${count} ${count === 1 ? 'case' : 'cases'}`;
  // Callbacks, the adapter's work and the order of simultaneous requests are not in the record of responses.
  const left =
    notReread.length > 0
      ? `; ${cases(notReread.length)} ${notReread.length === 1 ? 'rests' : 'rest'} on more than the recorded responses`
      : '';
  return [
    `Self-check: of ${tamperings} responses tampered with, the suite saw ${seen}; ${cases(reread)} read the record again${left}.`,
    ...[...groupBy(unseen, ({ tampering }) => tampering)].map(([tampering, places]) => {
      const more = places.length > 3 ? ` and ${places.length - 3} more` : '';
      const named = places.slice(0, 3).map(({ where }) => where);
      return showUnseen(`      not seen: ${tampering}: ${named.join(', ')}${more}`);
    }),
  ];
}
