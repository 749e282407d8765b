/** Nothing can be proven about what is there, and why. */
export class NothingProven extends Error {
  override name = 'NothingProven';
}
