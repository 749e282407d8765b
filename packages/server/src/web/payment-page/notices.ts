/** What a page can say about what was just done; the name travels in the address, so nothing else can be put there. */
export const notices = {
  pending: 'The payment is still pending. Nothing has changed yet; this page tells you when it has.',
  failed: 'That payment failed. What was paid before still counts.',
  unavailable: 'The payment cannot be checked at the moment. Nothing was changed; try again in a minute.',
  late: 'That came too late: nothing more can be paid here.',
} as const;

/** One of them. */
export type NoticeName = keyof typeof notices;

/** The notice of that name; undefined when there is none. */
export function readNotice(name: unknown): NoticeName | undefined {
  return typeof name === 'string' && Object.hasOwn(notices, name) ? (name as NoticeName) : undefined;
}
