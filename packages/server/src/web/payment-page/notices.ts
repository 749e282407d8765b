/** Sentences about what was just done. Only the name of one travels in the address, so no other text can be put there. */
export const notices = {
  pending: 'The payment is still pending. Nothing has changed yet; this page tells you when it has.',
  failed: 'That payment failed. What was paid before still counts.',
  unavailable: 'The payment cannot be checked at the moment. Nothing was changed; try again in a minute.',
  late: 'That came too late: nothing more can be paid here.',
} as const;

/** The name of a notice. */
export type NoticeName = keyof typeof notices;

/** Reads the name of a notice; undefined when it is not one. */
export function readNotice(name: unknown): NoticeName | undefined {
  return typeof name === 'string' && Object.hasOwn(notices, name) ? (name as NoticeName) : undefined;
}
