import { problems } from '@payment-invoice/generated';

/** A sentence about what was just done or refused. */
export interface Notice {
  kind: 'done' | 'refused';
  words: string;
}

/**
 * Sentences about what was done. A URL contains only the name of a sentence, so nobody can make the page show other
 * text.
 */
export const doneNotices = {
  created: 'The invoice was created.',
  paid: 'The receipt was submitted and accepted.',
  resent: 'The callback is being sent again.',
  moved: 'The clock was moved. What is due has been done.',
  switched: 'The switch was turned.',
  'signed-out': 'You are signed out.',
} as const;

/** The name of a sentence in `doneNotices`. */
export type DoneName = keyof typeof doneNotices;

/** Returns the notice that the URL names: one of our sentences, or a problem of the catalogue. */
export function readNotice({ done, refused }: { done?: unknown; refused?: unknown }): Notice | undefined {
  if (typeof done === 'string' && Object.hasOwn(doneNotices, done)) return { kind: 'done', words: doneNotices[done as DoneName] };
  if (refused === 'callback')
    return { kind: 'refused', words: 'The callback cannot be sent again: there is none, or its receiver wants no more.' };
  const problem =
    typeof refused === 'string' && Object.hasOwn(problems, refused) ? problems[refused as keyof typeof problems] : undefined;
  return problem && { kind: 'refused', words: `The API refused: ${problem.title} (${refused}).` };
}
