/** Thrown if a case cannot run against this deployment, for a reason that the user can do something about. */
export class CaseSkipped extends Error {
  override name = 'CaseSkipped';
  /** The missing option or adapter function, such as `--other-token`, `mintToken` or `pay with differs.currency`. */
  readonly lacks: string | undefined;

  constructor(message: string, lacks?: string) {
    super(message);
    this.lacks = lacks;
  }
}

/** Returns null for CaseSkipped, so that a case can omit only the part that cannot be tried. Rethrows any other error. */
export function nullIfSkipped(error: unknown): null {
  if (error instanceof CaseSkipped) return null;
  throw error;
}
