/** Thrown by a case that cannot be tried on this deployment, for a reason that the user can act on. */
export class CaseSkipped extends Error {
  override name = 'CaseSkipped';
  /** The missing part: a function of the adapter, such as `mintToken` or `pay with differs.currency`, or an option, such as `--other-token`. */
  readonly lacks: string | undefined;

  constructor(message: string, lacks?: string) {
    super(message);
    this.lacks = lacks;
  }
}

/** Returns null for the error of a case that cannot be tried, to leave out only a part of the case; throws any other error. */
export function nullIfSkipped(error: unknown): null {
  if (error instanceof CaseSkipped) return null;
  throw error;
}
