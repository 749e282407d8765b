/** The names of the sentences about what was just done. */
const names = ['pending', 'failed', 'unavailable', 'late'] as const;

/** The name of such a sentence. Only the name travels in the address, so no other text can be put there. */
export type NoticeName = (typeof names)[number];

/** Reads the name of a notice; undefined when it is not one. */
export function readNotice(name: unknown): NoticeName | undefined {
  return names.find((known) => known === name);
}
