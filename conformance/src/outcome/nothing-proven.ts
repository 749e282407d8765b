/** Thrown where nothing can be proven about a deployment; the message says why. */
export class NothingProven extends Error {
  override name = 'NothingProven';
}
