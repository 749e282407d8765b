/** Thrown by a case that cannot be tried on this deployment, for a reason that the user can act on. */
export class CaseSkipped extends Error {
  override name = 'CaseSkipped';
  /** The missing function of the adapter (`mintToken`, `pay with differs.currency`) or the missing option (`--other-token`). */
  readonly lacks: string | undefined;

  constructor(message: string, lacks?: string) {
    super(message);
    this.lacks = lacks;
  }
}

/** Returns null for CaseSkipped, so that a case leaves out only the part that cannot be tried; throws any other error. */
export function nullIfSkipped(error: unknown): null {
  if (error instanceof CaseSkipped) return null;
  throw error;
}
