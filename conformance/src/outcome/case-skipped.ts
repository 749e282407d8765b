/** Thrown by a case that cannot be tried on this deployment, for a reason that a user can act on. */
export class CaseSkipped extends Error {
  override name = 'CaseSkipped';
}
